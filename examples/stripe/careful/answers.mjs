// What an answer of the SDK says about the payment. One word each:
//
//   receipt        it exists, here is its id
//   not-sent       the request never left: nothing can have happened
//   try-later      Stripe refused this attempt before doing anything
//   refused        Stripe decided: no, and there is nothing to repeat
//   in-flight      an earlier attempt under this key is still running
//   other-payload  the key was used for something else
//   server-error   Stripe itself answered 5xx: it may exist, and Stripe repeats this answer for ever under this key
//   unclear        no answer, half an answer, or one of something in between: it may exist
import { Stripe } from "stripe";

const neverLeft = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH"]);

/** A resolved call. The SDK takes any JSON without an `error` field for success, whatever the status: look closer. */
export function readSuccess(created, idPattern) {
  const id = created?.id;
  if (created?.lastResponse?.statusCode === 200 && typeof id === "string" && idPattern.test(id)) {
    return { word: "receipt", reference: id };
  }
  return { word: "unclear", reason: "a success without a receipt" };
}

/** A rejected call. */
export function readError(error) {
  const reason = error.message;
  // Time-out, closed connection, body cut short. Only a connection that was never made is certain.
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return { word: neverLeft.has(error.detail?.code) ? "not-sent" : "unclear", reason };
  }
  // No status: what came was not JSON, so it was not Stripe that spoke (a gateway's page, garbage).
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode === undefined) {
    return { word: "unclear", reason };
  }
  const replayed = error.headers["idempotent-replayed"] === "true";
  const retryAfter = error.headers["retry-after"];
  if (error.statusCode >= 500) return { word: "server-error", reason };
  // Both come as StripeAPIError or StripeInvalidRequestError: only status and code tell "still running" from "no".
  if (error.statusCode === 409) return { word: "in-flight", reason, retryAfter };
  if (error instanceof Stripe.errors.StripeIdempotencyError) return { word: "other-payload", reason };
  if (error instanceof Stripe.errors.StripeRateLimitError) return { word: "try-later", reason, retryAfter };
  // A declined card was judged behind the idempotency layer: had an earlier attempt under this key succeeded, its answer
  // would have come instead. The same holds for a stored answer. A bad token or a validation error is older than that layer
  // and says something about this attempt only.
  const settles = replayed || error instanceof Stripe.errors.StripeCardError;
  return { word: "refused", reason, settles };
}

/**
 * Milliseconds of a Retry-After in any form, or null when there is none that makes sense: whole or broken seconds, or a date.
 * Numbers below zero and beyond a day are no advice to follow blindly.
 */
export function waitOf(retryAfter, now) {
  if (retryAfter === undefined) return null;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(retryAfter)
    ? Math.ceil(Number(retryAfter) * 1000)
    : Date.parse(retryAfter) - now;
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}
