import { describe, expect, test } from "vitest";
import { judge } from "../../checks/judge.js";
import type { Rule } from "../../checks/rule.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { samples } from "./samples/all.js";

const rules = [...(await loadCatalogue<Rule>("rules")).values()];

describe("rules", () => {
  for (const { rule, flaw, bad, message, also, line, good } of samples()) {
    test(`${rule} blames a connector that ${flaw}`, () => {
      const { violations } = judge(bad.history(), bad.contract, rules);

      const own = violations.filter((violation) => violation.rule === rule);
      const place = own[0]?.contract.line ?? 0;
      expect(own.map((violation) => violation.message)).toEqual([message]);
      expect([...new Set(violations.map((violation) => violation.rule))].sort()).toEqual(
        [rule, ...(also ?? [])].sort(),
      );
      expect(bad.contract.source.split("\n")[place - 1]).toContain(line);
    });

    test(`${rule} spares one like it that does not (${flaw})`, () => {
      const { violations } = judge(good.history(), good.contract, rules);

      expect(violations).toEqual([]);
    });
  }
});
