import type { ReceiverScenario, ReceiverSubject } from "../scenario.js";
import {
  advance,
  aliveWith,
  deliver,
  deliverAs,
  make,
  noClock,
  noIdentity,
  restart,
  variant,
} from "../steps.js";

/** Before the last redelivery, ms. */
const margin = 60_000;

const scenario: ReceiverScenario = {
  id: "redelivery",
  title: "An event that was applied is delivered again",
  why: "The provider delivers again whenever it is in doubt, after seconds or after days.",
  family: "delivery",
  plan(subject) {
    const first = [...aliveWith(), make(), deliver()];
    const none = noIdentity(subject);
    return [
      variant("as-declared", [...first, deliver(), deliver()], none),
      variant(
        "new-delivery-id",
        [...first, deliverAs("new-delivery-id"), deliverAs("new-delivery-id")],
        none,
        subject.lacks("new-delivery-id"),
      ),
      variant("same-bytes", [...first, deliverAs("same-bytes")], none, subject.lacks("same-bytes")),
      variant(
        "after-days",
        [...first, advance((windowMs(subject) ?? margin) - margin), deliver()],
        none,
        windowMs(subject) === null ? "the provider does not say for how long it delivers again" : null,
        noClock(subject),
      ),
      variant("after-restart", [...first, restart(), deliver()], none),
    ];
  },
};

export default scenario;

/** How late a redelivery may still come; one that is not signed anew is too old before the provider gives up. */
function windowMs({ webhooks }: ReceiverSubject): number | null {
  const { redelivery, signature } = webhooks;
  const forMs = redelivery?.forMs.promised ?? null;
  const oldestMs = signature?.tolerance.past.promised ?? null;
  if (forMs === null || redelivery?.resigned.enacted === true || typeof oldestMs !== "number") return forMs;
  return Math.min(forMs, oldestMs);
}
