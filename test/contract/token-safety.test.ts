import { describe, expect, test } from "vitest";
import { expiredError, repeatedRefresh } from "../../src/contract/token-safety.js";
import type { OAuth } from "../../src/contract/model.js";
import { sampleContract } from "../contracts/sample-contracts.js";

const { oauth } = sampleContract("oauth-rotating").credentials;

function repeats(refresh: Partial<OAuth["refresh"]>): ReturnType<typeof repeatedRefresh> {
  if (oauth === null) throw new Error("the sample has no tokens");
  return repeatedRefresh({ ...oauth, refresh: { ...oauth.refresh, ...refresh } });
}

function promised<T>(value: T): { promised: T; enacted: T } {
  return { promised: value, enacted: value };
}

describe("a refresh whose answer was lost", () => {
  test("may not be repeated where the refresh token rotates", () => {
    expect(repeats({})).toBe("never");
  });

  test("may be repeated where nothing rotates, nothing dies, or reuse is accepted", () => {
    expect(repeats({ rotates: promised(false) })).toBe("always");
    expect(repeats({ invalidates: promised(["accessToken" as const]) })).toBe("always");
    expect(repeats({ reuse: promised("accepted" as const) })).toBe("always");
  });

  test("may be repeated within the grace", () => {
    expect(repeats({ graceMs: promised(60_000) })).toEqual({ withinMs: 60_000 });
  });

  test("may not be repeated on an assumption", () => {
    expect(
      repeats({
        rotates: { promised: null, enacted: false },
        invalidates: { promised: null, enacted: [] },
        graceMs: { promised: null, enacted: 60_000 },
        reuse: { promised: null, enacted: "accepted" },
      }),
    ).toBe("never");
  });
});

describe("the refusal of an expired token", () => {
  test("proves that nothing was done only where the token is looked at before", () => {
    expect(expiredError(sampleContract("oauth-rotating"))).toMatchObject({ effect: "none", next: "retry" });
    expect(expiredError(sampleContract("oauth-grace"))).toMatchObject({
      effect: "maybe",
      next: "retrySameKey",
    });
    expect(expiredError(sampleContract("keyed"))).toBeNull();
  });
});
