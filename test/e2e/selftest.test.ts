import { describe, expect, test } from "vitest";
import { threeworlds } from "./cli.js";

describe("threeworlds selftest", () => {
  test(
    "says in one line that flaws are stopped and careful connectors spared",
    { timeout: 120_000 },
    async () => {
      const { code, stdout } = await threeworlds([
        "selftest",
        "key-per-attempt",
        "held-in-silence",
        "key-only",
      ]);

      expect(stdout).toMatch(
        /^selftest: 2 of 2 flawed connectors stopped, 0 of 1 careful ones blamed, \d+ scenarios in \d+ s\n$/,
      );
      expect(code).toBe(0);
    },
  );

  test("names what is no connector of the proof, and half a row that was to be stored", async () => {
    const unknown = await threeworlds(["selftest", "key-per-atempt"]);
    const half = await threeworlds(["selftest", "--out", "matrix.json"]);

    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain("expected a connector of the proof, got 'key-per-atempt'. Did you mean");
    expect(half.code).toBe(2);
    expect(half.stderr).toContain("--out: expected --full beside it, got none");
  });
});
