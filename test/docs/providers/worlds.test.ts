import { describe, expect, test } from "vitest";
import { retrySafety } from "../../../src/contract/retry-safety.js";
import type { Sequence } from "../../../src/docs/providers/diagram/sequence.js";
import { sequenceSvg } from "../../../src/docs/providers/diagram/svg.js";
import { wrapText } from "../../../src/docs/providers/diagram/wrap-text.js";
import { threeWorlds } from "../../../src/docs/providers/operation/worlds.js";
import { sampleContract, sampleContracts } from "../../contracts/sample-contracts.js";
import { shippedContracts } from "./shipped-contracts.js";

const contracts = [...sampleContracts.values(), ...shippedContracts()];
const writes = contracts.flatMap((contract) =>
  contract.operations
    .filter(({ nature }) => nature !== "reads")
    .map((operation) => ({ contract, operation })),
);

function told(id: string): string[] {
  const contract = sampleContract(id);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error(`${id} has no operation`);
  return threeWorlds(contract, operation).map(inWords);
}

function inWords({ steps }: Sequence): string {
  return steps
    .map((step) =>
      "at" in step
        ? `[${step.text}]`
        : `${step.from === "connector" ? ">" : "<"} ${step.text}${step.lost ? " ✕" : ""}`,
    )
    .join("\n");
}

describe("the three worlds", () => {
  test("look the same to the integration until its timeout", () => {
    for (const { contract, operation } of writes) {
      const seen = threeWorlds(contract, operation).map(({ steps }) => {
        const timeout = steps.findIndex((step) => step.text.startsWith("timeout"));
        return steps
          .slice(0, timeout + 1)
          .filter((step) => ("at" in step ? step.at : step.from) === "connector")
          .map(({ text }) => text);
      });

      expect(seen[0]).toHaveLength(3);
      expect(seen[1], contract.id).toEqual(seen[0]);
      expect(seen[2], contract.id).toEqual(seen[0]);
    }
  });

  test("never end with two effects", () => {
    for (const { contract, operation } of writes.filter(
      ({ operation: { nature } }) => nature === "creates",
    )) {
      for (const sequence of threeWorlds(contract, operation)) {
        const made = sequence.steps.filter(
          (step) =>
            "at" in step &&
            step.at === "provider" &&
            /^the (?:effect exists|request is stored)/.test(step.text),
        );

        expect(made.length, `${contract.id}: ${sequence.title}`).toBeLessThanOrEqual(1);
      }
    }
  });

  test("send a second time only where the contract makes that safe", () => {
    for (const { contract, operation } of writes) {
      const again = threeWorlds(contract, operation).some(({ steps }) =>
        steps.some(({ text }) => /^(?:the same )?again: /.test(text)),
      );

      if (retrySafety(operation) === "hold-for-human") expect(again, contract.id).toBe(false);
      else expect(again, `${contract.id} ${operation.name}`).toBe(true);
    }
  });

  test("of a key with stored answers", () => {
    expect(told("keyed")[1]).toMatch(
      /> the same again: .*\n\[knows the key: no second effect\]\n< .*: the stored answer\n\[records the receipt: succeeded\]$/,
    );
  });

  test("of a lookup that can prove an absence", () => {
    const [never, lost] = told("lookup-only");

    expect(never).toMatch(/< nothing found\n\[its absence is proven\]\n> again: /);
    expect(lost).toMatch(
      /\[compares content and target: it is the one\]\n\[records the receipt: succeeded\]$/,
    );
  });

  test("of a provider that offers nothing", () => {
    for (const world of told("nothing"))
      expect(world).toMatch(/\[nothing tells: keeps it as unknown, hands it to a person\]$/);
  });

  test("of an acknowledgement end with its outcome", () => {
    expect(told("acknowledged")[0]).toMatch(
      /\[pending: accepted is not done\]\n> GET \/jobs\/\{ticket\}\n< the outcome: success\n\[records the receipt: succeeded\]$/,
    );
  });
});

describe("a sequence as SVG", () => {
  test("shows every word of every step, within its edges", () => {
    for (const { contract, operation } of writes) {
      for (const sequence of threeWorlds(contract, operation)) {
        const svg = sequenceSvg(sequence, "x");
        const shown = [...svg.matchAll(/<tspan [^>]*>([^<]*)<\/tspan>/g)]
          .map(([, text = ""]) => text)
          .join("");
        const height = Number(/viewBox="0 0 340 (\d+)"/.exec(svg)?.[1]);

        for (const { text } of sequence.steps) {
          const letters = text
            .replaceAll(" ", "")
            .replaceAll("&", "&amp;")
            .replaceAll("<", "&lt;")
            .replaceAll(">", "&gt;")
            .replaceAll("'", "&#39;")
            .replaceAll('"', "&quot;");
          expect(shown.replaceAll(" ", ""), contract.id).toContain(letters);
        }
        const deepest = Math.max(...[...svg.matchAll(/ y[12]?="(\d+)"/g)].map(([, y]) => Number(y)));
        expect(deepest).toBeLessThanOrEqual(height);
      }
    }
  });
});

describe("wrapText", () => {
  test("makes as few lines as there can be, as equal as they can be", () => {
    expect(wrapText("the same again: POST /v1/x, key K", 30)).toEqual([
      "the same again:",
      "POST /v1/x, key K",
    ]);
    expect(wrapText("short", 30)).toEqual(["short"]);
  });

  test("cuts a word that is too long after a sign that divides it", () => {
    expect(wrapText("POST /v1/accounts/{account}/tickets/search", 20)).toEqual([
      "POST /v1/accounts/",
      "{account}/tickets/",
      "search",
    ]);
    expect(wrapText("x".repeat(45), 20)).toEqual(["x".repeat(20), "x".repeat(20), "xxxxx"]);
  });

  test("counts wide signs as two", () => {
    expect(wrapText("漢字漢字漢字", 6)).toEqual(["漢字漢", "字漢字"]);
  });
});
