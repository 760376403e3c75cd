import { describe, expect, test } from "vitest";
import { durationPattern, formatDuration, parseDuration } from "../../src/core/duration.js";

const isDuration = new RegExp(durationPattern);

describe("a duration", () => {
  test.each([
    ["0", 0],
    ["0s", 0],
    ["250ms", 250],
    ["30s", 30_000],
    ["6m", 360_000],
    ["24h", 86_400_000],
    ["30d", 2_592_000_000],
    ["1.5h", 5_400_000],
    ["0.5ms", 1],
    ["99999d", 8_639_913_600_000],
    ["9999999999999ms", 9_999_999_999_999],
  ])("%s is %d ms", (text, milliseconds) => {
    expect(isDuration.test(text)).toBe(true);
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each([
    "",
    "5",
    "-1s",
    "1 s",
    "1w",
    "1y",
    "1M",
    "s",
    "1s2m",
    ".5s",
    "1e3s",
    "1s\n",
    "100000d",
    "10000000000000ms",
  ])("%j is none", (text) => {
    expect(isDuration.test(text)).toBe(false);
  });
});

describe("formatDuration", () => {
  test.each([
    [0, "0ms"],
    [1, "1ms"],
    [1500, "1500ms"],
    [1000, "1s"],
    [90_000, "90s"],
    [360_000, "6m"],
    [86_400_000, "1d"],
    [90_000_000, "25h"],
  ])("%d ms is %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
    expect(parseDuration(text)).toBe(milliseconds);
  });
});
