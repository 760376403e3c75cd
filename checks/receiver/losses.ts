import { isDeepStrictEqual } from "node:util";
import { type Delivery, effectsOf, type Happening, isForged, isGenuine, type Snapshot } from "./account.js";
import type { ReceiverCase } from "./rule.js";

/** Why an event that was answered with success has no effect: the first of these that happened to it explains it. */
export type LossCause = "killed" | "failure" | "forgery" | "content" | "other-source" | "none";

/** An event that was answered with success, and its effect is not there afterwards. */
export interface Loss {
  event: Happening;
  /** The delivery that was answered with success. */
  delivery: Delivery;
  /** Where the effect is missing. */
  snapshot: Snapshot;
  cause: LossCause;
  /** What explains it: `seq`s. */
  because: number[];
}

/** Every event that was lost, once, each with its cause. */
export function lossesIn(c: ReceiverCase): Loss[] {
  return c.account.events.flatMap((event) => firstLoss(c, event) ?? []);
}

function firstLoss(c: ReceiverCase, event: Happening): Loss | null {
  const { account } = c;
  // Another event under the same identity of the same source: which of the two counts, `conflict-refused` says.
  const isFirst = account.events.find(
    (other) => other.identity === event.identity && other.source === event.source,
  );
  if (isFirst !== event) return null;
  const deliveries = account.of(event);
  for (const snapshot of account.snapshots) {
    if (effectsOf(event, snapshot) > 0) continue;
    const delivery = deliveries.findLast(
      (one) => isGenuine(one) && one.answer?.success === true && one.answer.seq < snapshot.seq,
    );
    if (delivery === undefined || isSuperseded(c, event, snapshot)) continue;
    return { event, delivery, snapshot, ...causeOf(c, event, delivery, snapshot) };
  }
  return null;
}

function causeOf(
  { account }: ReceiverCase,
  event: Happening,
  delivery: Delivery,
  snapshot: Snapshot,
): Pick<Loss, "cause" | "because"> {
  const kill = account.kills.find((seq) => seq > delivery.endSeq && seq < snapshot.seq);
  if (kill !== undefined) return { cause: "killed", because: [kill] };
  const earlier = account.of(event).filter((one) => one !== delivery && one.seq < delivery.endSeq);
  const failed = earlier.find(
    (one) => isGenuine(one) && (one.isDisturbed || one.isCutShort || one.lost !== null),
  );
  if (failed !== undefined) return { cause: "failure", because: [failed.seq] };
  const forged = earlier.find(isForged);
  if (forged !== undefined) return { cause: "forgery", because: [forged.seq] };
  const malformed = earlier.find((one) => !isGenuine(one));
  if (malformed !== undefined) return { cause: "content", because: [malformed.seq] };
  const other = account.deliveries.find(
    ({ identities, source, seq }) =>
      identities.includes(event.identity) && source !== event.source && seq < delivery.endSeq,
  );
  if (other !== undefined) return { cause: "other-source", because: [other.seq] };
  return { cause: "none", because: [] };
}

/** Whether a newer event about the same object had come: then the older one may have no effect of its own. */
export function isSuperseded({ account, webhooks }: ReceiverCase, event: Happening, at: Snapshot): boolean {
  const meaning = webhooks.events.find(({ kind }) => kind === event.kind)?.meaning.enacted;
  if (meaning !== "sets") return false;
  return account.events.some(
    (other) =>
      other !== event &&
      aboutTheSame(event, other) &&
      !isOlder(other, event) &&
      account.of(other).some((one) => isGenuine(one) && one.seq < at.seq),
  );
}

/** Whether two events speak of one object. */
export function aboutTheSame(one: Happening, other: Happening): boolean {
  if (one.order === null || other.order === null || one.source !== other.source) return false;
  return isDeepStrictEqual(one.order.per, other.order.per);
}

/** Whether the first is older, as the contract's field tells: numbers, or texts that are times. */
export function isOlder(one: Happening, other: Happening): boolean {
  const [a, b] = [one.order?.age ?? null, other.order?.age ?? null];
  if (typeof a === "number" && typeof b === "number") return a < b;
  if (typeof a !== "string" || typeof b !== "string") return false;
  const [early, late] = [Date.parse(a), Date.parse(b)];
  return Number.isNaN(early) || Number.isNaN(late) ? a < b : early < late;
}
