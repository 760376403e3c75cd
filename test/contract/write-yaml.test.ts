import { assert, dictionary, jsonValue, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.js";
import { readYaml, writeYaml } from "../../src/contract/yaml.js";

describe("writing YAML", () => {
  it("gives what is read back as the same value", () => {
    assert(
      property(
        dictionary(
          string({ minLength: 1 }).filter((key) => key !== "__proto__"),
          jsonValue({ maxDepth: 4, noUnicodeString: false }),
          { minKeys: 1 },
        ),
        (value) => {
          const plain = JSON.parse(JSON.stringify(value)) as Json;

          expect(readYaml(writeYaml(plain), "any.yaml").value).toEqual(plain);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("puts small mappings on one line, and comments and blank lines where they belong", () => {
    const comments = new Map([
      ["", "The whole."],
      ["/a", "About a."],
      ["/list/1", "The second.\nIn two lines."],
      ["/a/missing", "Of what is not there."],
    ]);
    const written = writeYaml(
      { first: { in: "body", pointer: "/id" }, a: { b: "{{x}}" }, list: [{ n: 1 }, { n: 2 }] },
      { comments, blankBefore: new Set(["/list"]) },
    );

    expect(written).toBe(`# The whole.

first: { in: body, pointer: /id }
# About a.
# Of what is not there.
a: { b: "{{x}}" }

list:
  - { n: 1 }
  # The second.
  # In two lines.
  - { n: 2 }
`);
  });
});
