import { findingLookups, provenAfterMs } from "../contract/retry-safety.js";
import { slackFor } from "../../checks/knowledge/times.js";
import type { Operation } from "../contract/model.js";
import type { Capability, Timing } from "../core/protocol.js";

/** What a schedule is made from. */
export interface ScheduleFor {
  operation: Operation;
  capabilities: readonly Capability[];
  timing: Timing;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Soon, then longer: when the clock can be moved, and when real time has to pass; ms. */
const usual = {
  clock: [0, second, 10 * second, minute, 6 * minute, 36 * minute, 1.5 * hour, 4.5 * hour, 16.5 * hour],
  real: [0, 50, 200, 500, 1100, 2300],
} as const;

/** The same where there are only three, each after the one before. */
const gaps = { clock: [0, 10 * second, minute], real: [0, 300, 1200] } as const;

/** A connector counts from when it gave up, and works on a message for a while; ms. */
const marginMs = { clock: 2 * second, real: 150 } as const;

/** A connector without `reconcile` is asked to perform the same business key again, as a job runner would: this often. */
export const performsAgain = 3;

/** When a connector is asked again after faults are over, whatever the contract: soon, then longer; ms from then on. */
export function usualPasses(of: ScheduleFor): readonly number[] {
  return usual[kindOf(of)];
}

/**
 * When it is asked besides: shortly before and after each moment that changes what it may conclude, so that one that looks
 * too early, or counts too little, is seen to; ms after its last send.
 */
export function passesAround(of: ScheduleFor): number[] {
  const moments = momentsOf(of);
  const around = moments.flatMap((moment) => [beforeOf(moment), afterOf(moment, of)]);
  const last = Math.max(0, ...moments.map(({ atMs }) => atMs));
  // Whoever keeps a margin of its own is late, but not for ever.
  const late = last === 0 ? [] : [2 * last + marginMs[kindOf(of)]];
  const offsets = [...around.filter((offset) => offset !== null), ...late].map(Math.round);
  return [...new Set(offsets)].sort((a, b) => a - b);
}

/** When a connector without `reconcile` is asked to perform again. */
export interface Again {
  /** ms after its last send, at least. */
  afterSendMs: number;
  /** ms after it was last asked, at least. */
  gapMs: number;
}

/** Its performs are few: one at once, one when a hasty one would conclude too early, and the last when everything is due. */
export function performsOf(of: ScheduleFor): Again[] {
  const moments = momentsOf(of);
  const last = moments.at(-1);
  const before = last === undefined ? 0 : (beforeOf(last) ?? 0);
  const due = Math.max(0, ...moments.map((moment) => afterOf(moment, of)));
  return [0, before, due].map((afterSendMs, index) => ({
    afterSendMs: Math.round(afterSendMs),
    gapMs: gaps[kindOf(of)][index] ?? 0,
  }));
}

/**
 * How long after a process died with a message open its work may still be locked: nobody else can say that it is dead
 * before the time of one message is over, and on a slow machine that is not kept to the letter; ms.
 */
export function lockedFor({ timing }: ScheduleFor): number {
  return 2 * timing.budgetMs + marginMs.real;
}

/** A moment from which a connector may conclude more; `sinceMs`: what one that counts too little would take for it. */
interface Moment {
  atMs: number;
  sinceMs: number;
}

/** In order of time: an effect shows in a lookup, a request is no longer running, absence is proven, an outcome is there. */
function momentsOf({ operation, capabilities, timing }: ScheduleFor): Moment[] {
  const hasClock = capabilities.includes("clock");
  const scaled = (ms: number, toMs: number | null): number => (hasClock ? ms : Math.min(ms, toMs ?? ms));
  const settlesMs = operation.settlesWithinMs.promised;
  const found: Moment[] = [];
  for (const lookup of findingLookups(operation)) {
    const lagMs = scaled(lookup.lag.atMostMs.promised ?? lookup.lag.typicallyMs, timing.lookupLagMs);
    found.push({ atMs: lagMs, sinceMs: 0 });
    if (settlesMs === null) continue;
    const runsMs = scaled(settlesMs, timing.settlesWithinMs);
    found.push({ atMs: runsMs, sinceMs: 0 });
    if (provenAfterMs(operation, lookup) === null) continue;
    found.push({ atMs: lagMs + runsMs, sinceMs: Math.max(lagMs, runsMs) });
  }
  const { outcome } = operation.answer;
  if (outcome?.by === "poll") found.push({ atMs: scaled(outcome.takesMs, timing.pollMs), sinceMs: 0 });
  return found.filter(({ atMs }) => atMs > 0).sort((a, b) => a.atMs - b.atMs);
}

/** Late enough for one that counts too little, and too early for the rules; null where nothing lies between. */
function beforeOf({ atMs, sinceMs }: Moment): number | null {
  const slackMs = slackFor(atMs);
  if (sinceMs >= atMs - slackMs) return null;
  return Math.max(atMs - 3 * slackMs, (sinceMs + atMs - slackMs) / 2);
}

function afterOf({ atMs }: Moment, of: ScheduleFor): number {
  return atMs + of.timing.timeoutMs + marginMs[kindOf(of)];
}

function kindOf({ capabilities }: ScheduleFor): "clock" | "real" {
  return capabilities.includes("clock") ? "clock" : "real";
}
