import { describe, expect, test } from "vitest";
import { KitError } from "../../src/core/errors.js";
import { compilePattern } from "../../src/core/pattern.js";
import { compileSchema } from "../../src/core/schema.js";

const bombs = ["^(a+)+$", "^(a|aa)+$", "a*a*a*a*a*b", "^(?:a{1,40}){1,40}$"];

describe("compilePattern", () => {
  test.for([
    ["^[a-z]+$", "abc", "abc1"],
    ["^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "00000000-0000-0000-0000-000000000000", "0"],
    ["^(?!0{8}-)[0-9a-f]{8}-\\d+(\\.\\d{1,3})?$", "10000000-5.25", "00000000-5.25"],
  ] as const)("matches as RegExp does: %s", ([source, fitting, other]) => {
    const pattern = compilePattern(source);

    expect([fitting, other, fitting].map((text) => pattern.test(text))).toEqual([true, false, true]);
  });

  test("gives what groups caught, in short texts and in long ones", () => {
    expect(compilePattern("id: (\\d+)").exec("its id: 42")?.[1]).toBe("42");
    expect(compilePattern("id: (\\d+)").exec(`${" ".repeat(20_000)}id: 42`)?.[1]).toBe("42");
  });

  test.for(bombs)("gives up on %s after a second, and says what to do", (source) => {
    const pattern = compilePattern(source);
    const text = `${"a".repeat(2000)}!`;

    expect(() => pattern.test(text)).toThrow(KitError);
    expect(() => pattern.test(text)).toThrow(
      `The pattern ${source} of the contract: expected an answer within 1000 ms, got none for a text of 2001 characters. It tries too many ways to match: write it without a repetition inside a repetition`,
    );
  });

  test("limits the patterns of schemas, too", () => {
    const check = compileSchema({ type: "string", pattern: "^(a+)+$" });

    expect(check("aaa")).toEqual([]);
    expect(check("b")).toHaveLength(1);
    expect(() => check(`${"a".repeat(100)}!`)).toThrow(
      "The pattern ^(a+)+$ of the contract: expected an answer",
    );
  });

  test("refuses what is no regular expression", () => {
    expect(() => compilePattern("(")).toThrow(SyntaxError);
  });
});
