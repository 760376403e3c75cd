import { readFileSync, readdirSync } from "node:fs";
import * as fc from "fast-check";
import { describe, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import { lintContract } from "../../src/contract/lint.js";
import { KitError } from "../../src/core/errors.js";

const good = readdirSync(new URL("good/", import.meta.url)).map((name) =>
  readFileSync(new URL(`good/${name}`, import.meta.url), "utf8"),
);

const scraps = [
  "undocumented",
  "{ value: 1 }",
  "{ value: undocumented }",
  "{ value: undocumented, assume: [] }",
  "null",
  "[]",
  "{}",
  "&a [*a]",
  "*a",
  "{{businessKey}}",
  '"{{"',
  "none",
  "0",
  "-1",
  "1e999",
  ".nan",
  "true",
  "/x/~2",
  "__proto__",
  "constructor: x",
  "? [a]",
  "\t",
  "---\n",
  "\u0000",
];

/** A good contract with a few tokens replaced, removed, or moved. */
const mutated = fc
  .record({
    text: fc.constantFrom(...good),
    edits: fc.array(
      fc.record({
        at: fc.nat(),
        what: fc.oneof(
          fc.constantFrom(...scraps),
          fc.string({ maxLength: 6 }),
          fc.nat().map((n) => ({ from: n })),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ text, edits }) => {
    const tokens = text.split(/(\s+|[:,{}[\]])/);
    for (const { at, what } of edits) {
      tokens[at % tokens.length] =
        typeof what === "string" ? what : (tokens[what.from % tokens.length] ?? "");
    }
    return tokens.join("");
  });

describe("loadContract", () => {
  test("throws nothing but a KitError, whatever the text", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        try {
          lintContract(loadContract(text, "mutated.yaml"), { today: "2026-11-30" });
        } catch (error) {
          if (!(error instanceof KitError)) throw error;
        }
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  test("throws nothing but a KitError for text that is no YAML at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        try {
          loadContract(text, "noise.yaml");
        } catch (error) {
          if (!(error instanceof KitError)) throw error;
        }
      }),
      { numRuns: 100, seed: 1 },
    );
  });
});
