import type { OAuth } from "../src/contract/model.js";
import type { RequestMatch, Step } from "../src/core/scenario.js";

/** The first refresh that comes as far as the fault's phase. */
export const refresh: RequestMatch = { role: "token", nth: "every" };

/** Why scenarios about tokens that expire do not apply. */
export const noTokens = "the credentials of the contract do not expire";

/** The access tokens of an account expire now. */
export function expireToken(account: "first" | "second" = "first"): Step {
  return account === "first" ? { step: "expireToken" } : { step: "expireToken", account };
}

/** Somebody takes the connector's access back: nothing that was issued to the first account is good any more. */
export const revoke: Step = { step: "expireToken", revoked: true };

/** Just past the life of an access token, ms. */
export function pastLifetimeMs({ lifetimeMs }: OAuth): number {
  return lifetimeMs.enacted + 1000;
}
