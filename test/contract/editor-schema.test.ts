import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { editorSchema } from "../../src/contract/editor-schema.js";
import { readYaml } from "../../src/contract/yaml.js";
import { compileSchema } from "../../src/core/schema.js";

const { $schema: _dialect, ...schema } = editorSchema();
const problems = compileSchema(schema);

function written(file: string): unknown {
  return readYaml(readFileSync(new URL(file, import.meta.url), "utf8"), file).value;
}

describe("contracts/contract.schema.json", () => {
  test("is what the schema source gives (npx vitest run -u writes it)", async () => {
    const text = `${JSON.stringify(editorSchema(), null, 1)}\n`;

    await expect(text).toMatchFileSnapshot("../../contracts/contract.schema.json");
  });

  test("accepts the contracts that are shipped and the ones that are tested with", () => {
    const files = [
      ...readdirSync(new URL("../../contracts", import.meta.url)).map((name) => `../../contracts/${name}`),
      ...readdirSync(new URL("good", import.meta.url)).map((name) => `good/${name}`),
    ].filter((name) => name.endsWith(".yaml"));

    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(problems(written(file)), file).toEqual([]);
  });

  test("refuses an unknown key at every level", () => {
    const found = problems({
      threeworlds: 1,
      provider: { name: "x", nam: "x" },
      operations: { createX: { request: { path: "/x" }, natur: "creates" } },
      extra: 1,
    });

    expect(
      found.filter(({ keyword }) => keyword === "additionalProperties").map(({ pointer }) => pointer),
    ).toEqual(["", "/provider", "/operations/createX"]);
  });

  test("refuses an unknown key beside the value of a long fact", () => {
    const found = problems({
      threeworlds: 1,
      provider: { name: "x" },
      operations: { createX: { request: { path: "/x" }, nature: { value: "creates", sorce: "y" } } },
    });

    expect(found.map(({ params }) => params["additionalProperty"])).toContain("sorce");
  });
});
