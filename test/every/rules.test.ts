import { describe, expect, test } from "vitest";
import { caseOf } from "../../checks/judge.js";
import type { Rule } from "../../checks/rule.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { History } from "../../src/core/history.js";
import { Story } from "../checks/history-builder.js";
import { samples } from "../checks/samples/all.js";
import { sampleContracts } from "../contracts/sample-contracts.js";

const rules = await loadCatalogue<Rule>("rules");

describe("every rule", () => {
  for (const [id, rule] of rules) {
    const own = samples().filter((sample) => sample.rule === id);

    test(`${id} says in words what it defends and why`, () => {
      expect(rule.title).toMatch(/^\S.{20,}[^.]$/);
      expect(rule.why).toMatch(/^[A-Z].{20,}\.$/);
      expect([1, 2, 3]).toContain(rule.severity);
    });

    test(`${id} has a sample history that it blames`, () => {
      expect(own.length).toBeGreaterThan(0);
    });

    test(`${id} yields nothing for an empty history`, () => {
      for (const contract of sampleContracts.values()) {
        const history: History = { ...new Story(contract).history(), entries: [] };
        expect(rule.judge(caseOf(history, contract))).toEqual([]);
      }
    });

    test(`${id} cites entries that exist, a contract line and advice`, () => {
      for (const { bad } of own) {
        const history = bad.history();
        for (const violation of rule.judge(caseOf(history, bad.contract))) {
          expect(violation.rule).toBe(id);
          expect(violation.entries.length).toBeGreaterThan(0);
          expect(history.entries.map(({ seq }) => seq)).toEqual(expect.arrayContaining(violation.entries));
          expect(violation.entries).toEqual([...new Set(violation.entries)].sort((a, b) => a - b));
          expect(violation.contract.file).toBe(bad.contract.file);
          expect(violation.contract.line).toBeGreaterThan(1);
          expect(violation.advice).toMatch(/^[A-Z].{20,}\.$/);
        }
      }
    });

    test(`${id} judges a frozen history twice alike`, () => {
      for (const { bad, good } of samples()) {
        for (const story of [bad, good]) {
          const history = frozen(story.history());
          const first = rule.judge(caseOf(history, story.contract));
          expect(rule.judge(caseOf(history, story.contract))).toEqual(first);
        }
      }
    });

    test(`${id} judges the beginnings of a history without failing`, () => {
      for (const { bad } of samples()) {
        const history = bad.history();
        for (let length = 0; length < history.entries.length; length += 1) {
          const part = { ...history, entries: history.entries.slice(0, length) };
          for (const violation of rule.judge(caseOf(part, bad.contract))) {
            expect(Math.max(...violation.entries)).toBeLessThanOrEqual(length);
          }
        }
      }
    });
  }
});

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
