import { describe, expect, test } from "vitest";
import { compilePointer, getAt, isPointer, setAt } from "../../src/core/pointer.js";

const rfc = { foo: ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, " ": 7, 'k"l': 6 };

describe("getAt", () => {
  test.each([
    ["", rfc],
    ["/foo", ["bar", "baz"]],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/m~0n", 8],
    ["/ ", 7],
    ['/k"l', 6],
  ])("finds %j as RFC 6901 says", (pointer, value) => {
    expect(getAt(rfc, pointer)).toEqual(value);
  });

  test.each([
    "/nothing",
    "/foo/2",
    "/foo/-1",
    "/foo/01",
    "/foo/0/x",
    "/constructor",
    "/__proto__",
    "/foo/length",
  ])("finds nothing at %s", (pointer) => {
    expect(getAt(rfc, pointer)).toBeUndefined();
  });

  test.each([null, 1, "text", undefined])("finds nothing in %j", (value) => {
    expect(getAt(value, "/length")).toBeUndefined();
  });

  test("finds null where null stands", () => {
    expect(getAt({ a: null }, "/a")).toBeNull();
  });
});

describe("setAt", () => {
  test("changes a copy and leaves the original alone", () => {
    const original = { a: { b: 1 }, c: 2 };

    expect(setAt(original, "/a/b", 3)).toEqual({ a: { b: 3 }, c: 2 });
    expect(original).toEqual({ a: { b: 1 }, c: 2 });
  });

  test("makes the parents that are missing", () => {
    expect(setAt({}, "/a/b", "x")).toEqual({ a: { b: "x" } });
    expect(setAt(null, "/a", 1)).toEqual({ a: 1 });
  });

  test("replaces the whole value at the empty pointer", () => {
    expect(setAt({ a: 1 }, "", "all")).toBe("all");
  });

  test("reaches no prototype", () => {
    setAt({}, "/__proto__/polluted", true);

    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("isPointer", () => {
  test.each(["", "/", "/a", "/a/0/b", "/a~1b", "/m~0n", "//"])("accepts %j", (text) => {
    expect(isPointer(text)).toBe(true);
  });

  test.each(["a", "a/b", "#/a", "/a~", "/a~2"])("refuses %j", (text) => {
    expect(isPointer(text)).toBe(false);
  });
});

describe("compilePointer", () => {
  test("gives what getAt gives, as often as asked", () => {
    const at = compilePointer("/a~1b/0");

    expect(at({ "a/b": [1] })).toBe(1);
    expect(at({ "a/b": [2] })).toBe(2);
    expect(at({})).toBeUndefined();
  });
});
