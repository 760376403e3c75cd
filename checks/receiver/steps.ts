import type { DeliveryOrder, EventOrder, VariantId } from "../../src/core/delivery.js";
import type { FaultAct, FaultPoint } from "../../src/core/protocol.js";
import type { KnownSecrets, ReceiverStep, ReceiverVariant } from "../../src/core/receiver-step.js";
import type { ReceiverSubject } from "./scenario.js";

type Delivering = Partial<Omit<DeliveryOrder, "events">>;

/** Something happens at the provider; `A` is the event under test. */
export function make(name = "A", rest: Omit<EventOrder, "name"> = {}): ReceiverStep {
  return { step: "make", name, ...rest };
}

/** One delivery of one event, repeated when the receiver asks for it later. */
export function deliver(name = "A", rest: Delivering & { once?: boolean } = {}): ReceiverStep {
  return { step: "deliver", events: [name], ...rest };
}

/** One delivery that differs from a plain one, sent once. */
export function deliverAs(as: VariantId, name = "A", rest: Delivering = {}): ReceiverStep {
  return { step: "deliver", events: [name], as, once: true, ...rest };
}

/** One event is made and delivered, so that the receiver is seen to work and its data are not empty. */
export function aliveWith(name = "before"): ReceiverStep[] {
  return [make(name), deliver(name)];
}

/** Several deliveries of one event at the same moment. */
export function copies(name: string, count: number): ReceiverStep {
  return { step: "together", deliveries: Array.from({ length: count }, () => ({ events: [name] })) };
}

/** Order a disturbance of the next delivery. */
export function disturb(
  at: FaultPoint,
  act: FaultAct,
  rest: { forMs?: number; times?: number } = {},
): ReceiverStep {
  return { step: "disturb", at, do: act, ...rest };
}

/** Kill the receiver when its work on a delivery has come to a point. */
export function dieAt(at: FaultPoint, name = "A"): ReceiverStep[] {
  // It is killed as soon as it is met: the hold has only to be longer than that takes.
  return [disturb(at, "hold", { forMs: 60_000 }), { step: "begin", events: [name] }, kill];
}

export const kill: ReceiverStep = { step: "kill" };
export const finish: ReceiverStep = { step: "finish" };
export const settle: ReceiverStep = { step: "settle" };
export const rotate: ReceiverStep = { step: "rotate" };

/** Start it again, with the secrets that are named. */
export function restart(secrets?: KnownSecrets): ReceiverStep {
  return secrets === undefined ? { step: "restart" } : { step: "restart", secrets };
}

/** Move both clocks, ms. */
export function advance(byMs: number): ReceiverStep {
  return { step: "advance", byMs };
}

/** A variant, or why it does not apply; the first reason that is there counts. */
export function variant(
  name: string | null,
  steps: ReceiverStep[],
  ...reasons: (string | null)[]
): ReceiverVariant {
  const reason = reasons.find((one) => one !== null);
  return reason === undefined || reason === null ? { name, steps } : { name, notApplicable: reason };
}

/** Why what needs the receiver's clock moved does not apply; null when it can be. */
export function noClock({ capabilities }: ReceiverSubject): string | null {
  return capabilities.includes("clock") ? null : "the receiver's clock cannot be set (capability `clock`)";
}

/** Why what needs the receiver disturbed does not apply; null when it can be. */
export function noFaults({ capabilities }: ReceiverSubject): string | null {
  return capabilities.includes("faults")
    ? null
    : "the receiver has no test points (capability `faults`); `crash/sweep` stands in";
}

/** Why repeats mean nothing to this provider; null when events have an identity. */
export function noIdentity({ webhooks }: ReceiverSubject): string | null {
  return webhooks.identity === null
    ? "the provider names no identity of events: repeats cannot be told"
    : null;
}
