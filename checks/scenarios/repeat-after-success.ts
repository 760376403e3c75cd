import type { Variant } from "../../src/core/scenario.js";
import { keyLifetimeMs } from "../means.js";
import type { Scenario } from "../scenario.js";
import { advance, dayMs, hourMs, kill, minuteMs, perform, restart, settle } from "../steps.js";

export default {
  id: "repeat-after-success",
  title: "The same job is handed out again after it is done",
  why: "Queues deliver at least once, and now and then a month late: a repeat, also after a restart, must find the recorded receipt and send nothing.",
  family: "baseline",
  plan: ({ operation }): Variant[] => [
    { name: null, steps: [perform(), settle, perform(), kill, restart, perform(), settle] },
    later("an-hour-later", hourMs + minuteMs),
    // The provider has forgotten the key by then, so that the ledger alone knows.
    later("a-day-later", Math.max(dayMs, keyLifetimeMs(operation) ?? 0) + minuteMs),
    later("a-month-later", 31 * dayMs),
  ],
} satisfies Scenario;

function later(name: string, byMs: number): Variant {
  return {
    name,
    steps: [perform(), settle, advance(byMs), perform(), settle],
    needs: ["clock"],
  };
}
