import { describe, expect, test } from "vitest";
import { compileSchema } from "../../src/core/schema.js";

const schema = {
  type: "object",
  required: ["amount"],
  properties: { amount: { type: "integer" }, on: { type: "string", format: "date" } },
};

describe("compileSchema", () => {
  test("says everything that does not fit, and where", () => {
    const problems = compileSchema(schema)({ on: "yesterday" });

    expect(problems.map(({ pointer, keyword, schemaPath }) => [pointer, keyword, schemaPath])).toEqual([
      ["", "required", "#/required"],
      ["/on", "format", "#/properties/on/format"],
    ]);
    expect(problems[0]?.params).toEqual({ missingProperty: "amount" });
  });

  test("has nothing to say of what fits", () => {
    expect(compileSchema(schema)({ amount: 1, on: "2026-11-30" })).toEqual([]);
  });

  test("changes form values to their types where asked to, and only there", () => {
    const form = { amount: "500" };

    expect(compileSchema(schema)(form)).toHaveLength(1);
    expect(compileSchema(schema, { convert: true })(form)).toEqual([]);
    expect(form).toEqual({ amount: 500 });
  });

  test("throws when the schema is none", () => {
    expect(() => compileSchema({ type: "objekt" })).toThrow("schema is invalid");
  });

  test("takes two schemas with one $id", () => {
    const first = compileSchema({ $id: "https://example.com/a", type: "string" });
    const second = compileSchema({ $id: "https://example.com/a", type: "number" });

    expect([first("x"), second(1)]).toEqual([[], []]);
  });

  test("checks one of our own schemas alike", () => {
    expect(compileSchema(schema, { own: true })({}).map(({ keyword }) => keyword)).toEqual(["required"]);
  });
});
