import { setTimeout as realTime } from "node:timers/promises";
import { sensibleWaitIn } from "../../checks/knowledge/waits.js";
import type { Provider } from "../../mock-provider/provider.js";
import { only } from "../core/history.js";
import { passTime } from "./pass-time.js";
import { lockedFor, passesAround, performsAgain, performsOf, usualPasses } from "./schedule.js";
import type { Stage } from "./stage.js";
import type { Target } from "./target.js";

/** Where the passes of a scenario take place. */
export interface Place {
  target: Target;
  provider: Provider;
  stage: Stage;
}

/** A job runner keeps to a wait that the provider declared, as far as a check has the time; ms. */
const longestWaitMs = { clock: 3_600_000, real: 3000 } as const;
const punctualityMs = 60;

const never = Number.POSITIVE_INFINITY;

/** Between two passes while a fault lasts, ms: longer than a usual back-off where the clock moves. */
const apartMs = { clock: 120_000, real: 100 } as const;

/**
 * Faults are over: passes until nothing is unresolved, or until there are no more passes. Between them the clock moves,
 * or real time passes.
 */
export function settle(place: Place): Promise<void> {
  return place.target.capabilities.includes("reconcile") ? reconcileToTheEnd(place) : performToTheEnd(place);
}

async function reconcileToTheEnd(place: Place): Promise<void> {
  const { target, stage, provider } = place;
  const begun = provider.clock.now();
  const usual = usualPasses(target).map((offsetMs) => begun + offsetMs);
  const around = passesAround(target);
  while (stage.unresolved().length > 0) {
    const sent = lastWriteAt(place);
    // What is over already is seen to by the next usual pass.
    while (around[0] !== undefined && sent + around[0] < provider.clock.now()) around.shift();
    const [next = never] = usual;
    const at = Math.min(next, sent + (around[0] ?? never));
    if (at === never) return;
    (at === next ? usual : around).shift();
    await reach(place, Math.max(at, unlockedAt(place)));
    await pass(target, stage);
  }
}

async function performToTheEnd(place: Place): Promise<void> {
  const { target, stage, provider } = place;
  for (const { afterSendMs, gapMs } of performsOf(target).slice(-performsLeft(stage))) {
    if (stage.unresolved().length === 0) return;
    await reach(place, Math.max(provider.clock.now() + gapMs, lastWriteAt(place) + afterSendMs));
    await reach(place, Math.max(declaredUntil(place), unlockedAt(place)));
    await pass(target, stage);
  }
}

/**
 * Passes while faults last, until nothing is unresolved; a connector that has no `reconcile` is asked to perform again once,
 * so that it is asked after the faults, too.
 */
export async function persist(place: Place, times: number): Promise<void> {
  const { target, stage } = place;
  const most = target.capabilities.includes("reconcile") ? times : 1;
  for (let done = 0; done < most && stage.unresolved().length > 0; done += 1) {
    await reach(place, place.provider.clock.now() + apartMs[kindOf(target)]);
    await pass(target, stage);
  }
}

/** One pass over what is unresolved: `reconcile`, or for a connector without it the same performs again. */
export async function pass(target: Target, stage: Stage): Promise<void> {
  const unresolved = stage.unresolved();
  if (target.capabilities.includes("reconcile")) {
    for (const account of new Set(unresolved.map((perform) => perform.account ?? "first"))) {
      await stage.reconcile(account);
    }
    return;
  }
  for (const perform of unresolved) {
    if (stage.performedAgain(perform.businessKey) >= performsAgain) continue;
    await stage.perform(perform, { account: perform.account ?? "first", twin: 0 }, true);
  }
}

/** Lets the provider's clock reach a moment: it is moved, or where the connector has none, real time passes. */
async function reach({ target, provider: { clock } }: Place, at: number): Promise<void> {
  const missingMs = at - clock.now();
  if (missingMs <= 0) return;
  if (target.capabilities.includes("clock")) await passTime(clock, missingMs);
  else await realTime(missingMs);
}

/** How often any unresolved business key may still be performed again; at least once, for what has none left is left out. */
function performsLeft(stage: Stage): number {
  const left = stage.unresolved().map(({ businessKey }) => performsAgain - stage.performedAgain(businessKey));
  return Math.max(1, ...left);
}

/** What all that is concluded is counted from: when a write last came, or was last asked for; the provider's clock, ms. */
function lastWriteAt({ provider: { journal, clock } }: Place): number {
  const last = journal
    .entries()
    .findLast(
      (entry) =>
        (entry.kind === "request-received" && entry.role === "write") ||
        (entry.kind === "asked" && entry.ask.command === "perform"),
    );
  return last?.at ?? clock.now();
}

/** When what a dead process was working on is free again; by the provider's clock, ms. */
function unlockedAt({ target, provider: { journal } }: Place): number {
  const died = only(journal.entries(), "unanswered").findLast(
    ({ why }) => why === "killed" || why === "exited",
  );
  return died === undefined ? 0 : died.at + lockedFor(target);
}

/** Until when the last declared error asks to wait, as far as a check has the time; the provider's clock, ms. */
function declaredUntil({ target, provider: { journal, clock } }: Place): number {
  const answer = only(journal.entries(), "request-answered").findLast(({ by }) => by === "declared-error");
  const error = target.operation.errors.find(({ name }) => name === answer?.name);
  const wait = answer === undefined ? null : sensibleWaitIn(error?.after ?? [], answer);
  if (answer === undefined || wait === null) return 0;
  const untilAt = "at" in wait ? wait.at : answer.at + wait.ms;
  return Math.min(clock.now() + longestWaitMs[kindOf(target)], untilAt + punctualityMs);
}

function kindOf({ capabilities }: Target): "clock" | "real" {
  return capabilities.includes("clock") ? "clock" : "real";
}
