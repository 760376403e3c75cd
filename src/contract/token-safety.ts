import type { Contract, DeclaredError, OAuth } from "./model.js";

/**
 * Whether a refresh token may be shown again when the answer to a refresh was lost: always, for as long as the provider
 * promises (ms), or not at all. Where the documentation is silent nothing is promised.
 */
export function repeatedRefresh({ refresh }: OAuth): "always" | "never" | { withinMs: number } {
  const { rotates, invalidates, graceMs, reuse } = refresh;
  if (rotates.promised === false || reuse.promised === "accepted") return "always";
  if (invalidates.promised !== null && !invalidates.promised.includes("refreshToken")) return "always";
  return graceMs.promised !== null && graceMs.promised > 0 ? { withinMs: graceMs.promised } : "never";
}

/**
 * The refusal of an access token that is no longer good, read as a declared error: nothing was done only where the
 * provider says that it looks at the token before it does anything.
 */
export function expiredError({ credentials }: Contract): DeclaredError | null {
  const { oauth } = credentials;
  if (oauth === null) return null;
  const isEarly = oauth.checkedBefore.promised !== null;
  return {
    name: "expired",
    ...oauth.expired,
    when: { body: {}, headers: {} },
    effect: isEarly ? "none" : "maybe",
    next: isEarly ? "retry" : "retrySameKey",
    after: [],
  };
}
