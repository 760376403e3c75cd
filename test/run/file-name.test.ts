import { describe, expect, test } from "vitest";
import { fileNameOf } from "../../src/run/file-name.js";

describe("fileNameOf", () => {
  test("keeps plain names", () => {
    expect(["stripe-careful", "createTicket", "a_1"].map(fileNameOf)).toEqual([
      "stripe-careful",
      "createTicket",
      "a_1",
    ]);
  });

  test("lets no name leave the folder, hide, or hold a separator or a control character", () => {
    const names = [
      "../../etc",
      "..",
      ".",
      ".hidden",
      "/root",
      "a/b",
      String.raw`a\b`,
      "a\0b",
      "a\nb",
      "",
      "é",
      "CON:",
    ];

    for (const name of names) expect(fileNameOf(name)).toMatch(/^[A-Za-z0-9_%~-]+$/);
  });

  test("never makes two names one", () => {
    const names = [
      "a/b",
      "a.b",
      "a b",
      "a%2Fb",
      "a_b",
      "a-b",
      "",
      "%",
      "~",
      "x".repeat(120),
      "x".repeat(121),
      "x".repeat(122),
    ];

    expect(new Set(names.map(fileNameOf)).size).toBe(names.length);
    expect(Math.max(...names.map((name) => fileNameOf(name).length))).toBeLessThanOrEqual(120);
  });
});
