import type { Scenario } from "../scenario.js";
import { advance, dayMs, dieWhileSending, hourMs, restart, settle } from "../steps.js";

/** From any hour of the working day into the next one. */
const overnightMs = 20 * hourMs;

export default {
  id: "same-key-next-day",
  title: "The process dies while the write is under way and comes up the next day",
  why: "A key with a date, an hour or a run number in it is another key by then, and the provider takes the repeat for something new.",
  family: "idempotency",
  plan: ({ operation }) => {
    const notApplicable = (reason: string): [{ name: null; notApplicable: string }] => [
      { name: null, notApplicable: reason },
    ];
    const { idempotency } = operation;
    if (idempotency === null) return notApplicable("the operation has no idempotency key");
    if (idempotency.is === "natural") return notApplicable("the key is business data, with no time in it");
    const { forMs } = idempotency.retention;
    const laterMs = forMs === null || forMs >= dayMs ? overnightMs : Math.floor(forMs / 2);
    if (laterMs < hourMs) {
      return notApplicable("the key is forgotten before the hour is over, so that no stamp in it can change");
    }
    return [
      {
        name: null,
        steps: [...dieWhileSending("committed"), advance(laterMs), restart, settle],
        needs: ["clock"],
      },
    ];
  },
} satisfies Scenario;
