import { type Delivery, isGenuine } from "./account.js";
import type { ReceiverCase } from "./rule.js";

/** How much of the two seconds to the edge of a tolerance a delivery may use up under way, real ms. */
const edgeMs = 1500;

/** Whether a genuine delivery was refused though nothing excuses it. */
export function isRefused(c: ReceiverCase, delivery: Delivery): boolean {
  const { account } = c;
  const { answer, lost, as } = delivery;
  if (!isGenuine(delivery)) return false;
  if (answer?.success === true) return false;
  if (delivery.isDisturbed || delivery.isCutShort || account.overlaps(delivery)) return false;
  if (lost !== null && (lost.how === "left" || lost.how === "late")) return false;
  // A process that died is the business of `stays-up`.
  if (lost?.how === "refused") return false;
  if (answer === null && lost === null) return false;
  if ((as === "almost-stale" || as === "almost-future") && tookMs(delivery) > edgeMs) return false;
  if (mayDecline(c, delivery)) return false;
  return !isTakenLater(c, delivery);
}

/**
 * A body that is compressed need not be taken where the contract does not speak of compression. Whoever sees that in the headers
 * may have hung up before the body was read.
 */
function mayDecline({ webhooks }: ReceiverCase, { as, answer }: Delivery): boolean {
  if (as !== "gzip" || webhooks.signature?.covers === "decoded") return false;
  return answer === null || (answer.status >= 400 && answer.status < 500);
}

/** "Later" is no refusal, when later it is taken. */
function isTakenLater({ account }: ReceiverCase, delivery: Delivery): boolean {
  const { answer } = delivery;
  if (answer === null || (answer.status !== 429 && answer.status < 500)) return false;
  return account.deliveries.some(
    (other) =>
      other.seq > delivery.seq &&
      other.as === delivery.as &&
      other.answer?.success === true &&
      other.identities.every((identity, index) => identity === delivery.identities[index]),
  );
}

function tookMs({ wall, answer }: Delivery): number {
  return answer === null ? Number.POSITIVE_INFINITY : answer.wall - wall;
}
