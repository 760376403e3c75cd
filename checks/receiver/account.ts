import { isDeepStrictEqual } from "node:util";
import type { Defect, LossOf, VariantId } from "../../src/core/delivery.js";
import { type EntryOf, only, type ReceiverHistory } from "../../src/core/history.js";
import type { Json } from "../../src/core/json.js";
import type { ReceiverStep } from "../../src/core/receiver-step.js";

/** One event: what a receiver must count once. */
export interface Happening {
  /** How the scenario calls it. */
  name: string;
  kind: string;
  source: string;
  identity: string;
  order: { per: Json; age: Json } | null;
  seq: number;
}

/** One delivery with what came of it. */
export interface Delivery {
  seq: number;
  wall: number;
  number: number;
  /** Names of the events in it. */
  events: string[];
  identities: string[];
  source: string;
  as: VariantId;
  defects: Defect[];
  complete: boolean;
  /** The step it belongs to. */
  step: ReceiverStep | null;
  answer: { seq: number; wall: number; status: number; body: Json; success: boolean; tookMs: number } | null;
  lost: { seq: number; how: LossOf } | null;
  /** When it was over; infinite when the history ends before. */
  endSeq: number;
  /** The receiver was disturbed by order while it was under way: it failed, was held, or closed the connection. */
  isDisturbed: boolean;
  /** The receiver was killed while it was under way. */
  isCutShort: boolean;
}

/** The receiver's business data at one moment. */
export type Snapshot = EntryOf<"applied-read">;

/** A history, sorted by what rules ask of it. */
export interface Account {
  events: Happening[];
  deliveries: Delivery[];
  snapshots: Snapshot[];
  /** `seq` of each kill by the scenario. */
  kills: number[];
  /** The last snapshot before something, and the first one after it. */
  before(seq: number): Snapshot | undefined;
  after(seq: number): Snapshot | undefined;
  /** The snapshots around a delivery, when nothing else was delivered between them. */
  around(delivery: Delivery): { before: Snapshot; after: Snapshot } | undefined;
  /** Deliveries of one event, within its source, in order. */
  of(event: Happening): Delivery[];
  /** Whether two deliveries were under way at one moment. */
  overlaps(delivery: Delivery): boolean;
}

/** Reads an account from a history. */
export function readAccount(history: ReceiverHistory): Account {
  const events = only(history.entries, "event-made").map((made): Happening => ({
    name: made.event,
    kind: made.eventKind,
    source: made.source,
    identity: made.identity,
    order: made.order,
    seq: made.seq,
  }));
  const snapshots = only(history.entries, "applied-read");
  const deliveries = readDeliveries(history, snapshots);
  const kills = only(history.entries, "process-killed").map(({ seq }) => seq);
  const before = (seq: number): Snapshot | undefined => snapshots.findLast((one) => one.seq < seq);
  const after = (seq: number): Snapshot | undefined => snapshots.find((one) => one.seq > seq);
  return {
    events,
    deliveries,
    snapshots,
    kills,
    before,
    after,
    around(delivery) {
      const [first, last] = [before(delivery.seq), after(delivery.endSeq)];
      if (first === undefined || last === undefined) return undefined;
      const others = deliveries.filter(({ seq, endSeq }) => endSeq > first.seq && seq < last.seq);
      return others.length === 1 ? { before: first, after: last } : undefined;
    },
    of: (event) =>
      deliveries.filter(
        ({ events: names, identities, source }) =>
          names.includes(event.name) || (identities.includes(event.identity) && source === event.source),
      ),
    overlaps: (delivery) =>
      deliveries.some(
        (other) =>
          other !== delivery &&
          other.seq < delivery.endSeq &&
          other.endSeq > delivery.seq &&
          other.identities.some((identity) => delivery.identities.includes(identity)),
      ),
  };
}

function readDeliveries({ entries }: ReceiverHistory, snapshots: readonly Snapshot[]): Delivery[] {
  const answers = only(entries, "delivery-answered");
  const losses = only(entries, "delivery-lost");
  const steps = only(entries, "receiver-step");
  const met = only(entries, "disturbance-met");
  const kills = only(entries, "process-killed");
  return only(entries, "delivery-sent").map((sent): Delivery => {
    const answer = answers.find(({ delivery }) => delivery === sent.delivery) ?? null;
    const loss = losses.find(({ delivery }) => delivery === sent.delivery) ?? null;
    const endSeq = answer?.seq ?? loss?.seq ?? Number.POSITIVE_INFINITY;
    const within = ({ seq }: { seq: number }): boolean => seq > sent.seq && seq < endSeq;
    const metBefore = snapshots.findLast(({ seq }) => seq < sent.seq);
    const metAfter = snapshots.find(({ seq }) => seq > endSeq);
    const hasMet =
      metBefore !== undefined && metAfter?.process === metBefore.process && metAfter.met > metBefore.met;
    return {
      seq: sent.seq,
      wall: sent.wall,
      number: sent.delivery,
      events: sent.events,
      identities: sent.identities,
      source: sent.source,
      as: sent.as,
      defects: sent.defects,
      complete: sent.complete,
      step: steps.findLast(({ seq }) => seq < sent.seq)?.step ?? null,
      answer,
      lost: loss,
      endSeq,
      isDisturbed: hasMet || met.some(within),
      isCutShort: kills.some(within),
    };
  });
}

/** How often an event has taken effect in a snapshot. A receiver that names no sources has one. */
export function effectsOf(event: Pick<Happening, "identity" | "source">, snapshot: Snapshot): number {
  return snapshot.applied.filter(
    ({ event: identity, source }) =>
      identity === event.identity && (source === undefined || source === event.source),
  ).length;
}

/** Whether the business data of two moments are the same: the effects and the state. */
export function isSameData(one: Snapshot, other: Snapshot): boolean {
  return isDeepStrictEqual(one.applied, other.applied) && isDeepStrictEqual(one.state, other.state);
}

/** Whether a delivery is what the provider really sends. A body that is compressed may not be agreed upon, and is genuine all the same. */
export function isGenuine({ defects }: Delivery): boolean {
  return defects.every((defect) => defect === "coding");
}

/** Whether nobody should believe it: the signature, its time or its secret is wrong. */
export function isForged({ defects }: Delivery): boolean {
  return defects.includes("signature") || defects.includes("time");
}
