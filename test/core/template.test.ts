import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.js";
import { compileTemplate, fillTemplate, namesIn } from "../../src/core/template.js";

const values: Record<string, Json> = {
  id: "tkt_1",
  amount: 500,
  open: true,
  tags: ["a"],
  none: null,
  "digits 3": "042",
};
const resolve = (name: string): Json | undefined => values[name];

describe("a template", () => {
  test.each<[Json, Json | undefined]>([
    ["plain", "plain"],
    ["{{id}}", "tkt_1"],
    ["{{ id }}", "tkt_1"],
    ["{{digits 3}}", "042"],
    ["/tickets/{{id}}", "/tickets/tkt_1"],
    ["{{id}}-{{amount}}", "tkt_1-500"],
    ["{{id}}{{id}}", "tkt_1tkt_1"],
    ["is {{open}} of {{tags}}", 'is true of ["a"]'],
    [7, 7],
    [null, null],
  ])("%j is filled in as %j", (template, filled) => {
    expect(fillTemplate(template, resolve)).toEqual(filled);
  });

  test("alone as a value keeps the type of what it names", () => {
    expect(fillTemplate({ a: "{{amount}}", o: "{{open}}", t: "{{tags}}", n: "{{none}}" }, resolve)).toEqual({
      a: 500,
      o: true,
      t: ["a"],
      n: null,
    });
  });

  test("leaves out the field whose template names something absent", () => {
    expect(fillTemplate({ id: "{{id}}", gone: "{{gone}}", mixed: "x-{{gone}}" }, resolve)).toEqual({
      id: "tkt_1",
    });
  });

  test("leaves out the list item that names something absent", () => {
    expect(fillTemplate(["{{gone}}", "{{id}}"], resolve)).toEqual(["tkt_1"]);
  });

  test("is undefined when the whole of it names something absent", () => {
    expect(fillTemplate("{{gone}}", resolve)).toBeUndefined();
  });

  test.each([
    ["{{{{", "{{"],
    ["{{{{id}}", "{{id}}"],
    ["a {{{{ b {{id}}", "a {{ b tkt_1"],
    ["{{{{{{id}}", "{{tkt_1"],
  ])("%j writes literal braces: %j", (template, filled) => {
    expect(fillTemplate(template, resolve)).toBe(filled);
  });

  test("does not fill in what was filled in", () => {
    expect(fillTemplate("{{outer}} {{id}}", (name) => (name === "outer" ? "{{id}}" : "1"))).toBe("{{id}} 1");
  });

  test("evaluates no code", () => {
    expect(fillTemplate("{{1+1}}", resolve)).toBeUndefined();
    expect(fillTemplate("${id}", resolve)).toBe("${id}");
  });

  test("compiled once, fills in each time anew", () => {
    const template = compileTemplate({ n: "{{n}}" });

    expect([1, 2].map((n) => template(() => n))).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test("with a field named like a prototype's stays data", () => {
    const template = JSON.parse('{"__proto__": "{{id}}", "a": 1}') as Json;

    const filled = fillTemplate(template, resolve) as Record<string, Json>;

    expect(Object.keys(filled)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
  });
});

describe("namesIn", () => {
  test("lists each name once, wherever it stands", () => {
    expect(namesIn({ a: "{{id}}", b: ["x {{amount}} {{id}}", "{{{{not}}"], c: 1 })).toEqual(["id", "amount"]);
  });
});
