import { isOneOf } from "../../src/contract/status-words.js";
import type { Redelivery } from "../../src/contract/webhooks-model.js";
import type { Journal } from "../../src/core/journal.js";
import type { Clock } from "../clock.js";
import type { Campaign, Delivered } from "./sender.js";

interface Surroundings {
  /** null: nothing comes again by itself. */
  redelivery: Redelivery | null;
  clock: Clock;
  journal: Journal;
  events: string[];
  deliver: () => Promise<Delivered>;
}

type Ended = Awaited<Campaign["over"]>;

/** Delivers by the schedule until the receiver takes it, refuses it for good, or the time is over. */
export function campaign({ redelivery, clock, journal, events, deliver }: Surroundings): Campaign {
  const startedAt = clock.now();
  const delays = redelivery?.scheduleMs.enacted ?? [0];
  let attempts = 0;
  let cancel: () => void = () => {};
  let isStopped = false;
  let last: Delivered | null = null;
  let settle: (ended: Ended) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const over = new Promise<Ended>((resolve, reject) => {
    settle = resolve;
    fail = reject;
  });
  // What cannot be delivered at all is told to whoever waits for the end, if anybody does.
  over.catch(() => {});

  const end = (because: Ended["because"]): void => {
    if (because !== "stopped") journal.append({ kind: "delivery-ended", events, attempts, because });
    settle({ because, last });
  };
  const attempt = async (): Promise<void> => {
    attempts += 1;
    last = await deliver();
    if (isStopped) return end("stopped");
    if (last.success) return end("success");
    const heard = last.end.is === "answered" ? last.end.status : "noAnswer";
    if (redelivery === null) return end("exhausted");
    if (isOneOf(redelivery.final, heard) || !isOneOf(redelivery.when, heard)) return end("final");
    const next = nextDelay();
    if (next === null) return end("exhausted");
    schedule(next);
  };
  /** The last delay repeats for as long as the provider goes on; where it says no time, the list is all. */
  const nextDelay = (): number | null => {
    const forMs = redelivery?.forMs.enacted ?? null;
    const listed = delays[attempts] ?? null;
    const delay = listed ?? (forMs === null ? null : (delays.at(-1) ?? null));
    if (delay === null || (listed === null && delay === 0)) return null;
    return forMs !== null && clock.now() + delay - startedAt > forMs ? null : delay;
  };
  const schedule = (delayMs: number): void => {
    const dueAt = clock.now() + delayMs;
    journal.append({ kind: "delivery-scheduled", events, attempt: attempts + 1, dueAt });
    cancel = clock.at(dueAt, () => {
      attempt().catch(fail);
    });
  };

  const [first = 0] = delays;
  if (first === 0) attempt().catch(fail);
  else schedule(first);
  return {
    over,
    stop() {
      isStopped = true;
      cancel();
      end("stopped");
    },
  };
}
