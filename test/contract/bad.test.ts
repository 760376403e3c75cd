import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import { KitError } from "../../src/core/errors.js";

const folder = new URL("bad/", import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => name.slice(0, -".yaml".length));

function refusal(name: string): unknown {
  const text = readFileSync(new URL(`${name}.yaml`, folder), "utf8");
  try {
    loadContract(text, `bad/${name}.yaml`);
  } catch (error) {
    return error;
  }
  return null;
}

describe("a bad contract", () => {
  test("has its message beside it", () => {
    const messages = readdirSync(folder).filter((name) => name.endsWith(".txt"));

    expect(messages.map((name) => name.slice(0, -".txt".length))).toEqual(names);
    expect(names.length).toBeGreaterThan(90);
  });

  test.each(names)("%s is refused with the message beside it", (name) => {
    const expected = readFileSync(new URL(`${name}.txt`, folder), "utf8");

    const error = refusal(name);

    expect(error).toBeInstanceOf(KitError);
    expect(`${(error as KitError).message}\n`).toBe(expected);
  });

  test.each(names)("%s is told where, in file order", (name) => {
    const { message } = refusal(name) as KitError;

    const places = [
      ...message.matchAll(/^bad\/[a-z0-9-]+\.yaml:(\d+):(\d+): error: .* \[[a-z0-9-]+\]$/gm),
    ].map(([, line, column]) => Number(line) * 1000 + Number(column));

    expect(places.length).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});
