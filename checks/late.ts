import type { JsonObject } from "../src/core/json.js";
import type { Step } from "../src/core/scenario.js";
import type { Subject } from "./scenario.js";
import { advance, fault } from "./steps.js";

/** A write that is still running when the connector has given up, and the step by which it is over. */
export interface LateCommit {
  arm: Step;
  /** Follows once the connector has had its say. */
  over: Step[];
}

/**
 * The write commits late, but within the settling time that the contract promises: half-way through it by the clock. Where
 * nothing is promised it commits at `moment` of the journal, so that the connector was certainly active meanwhile.
 */
export function lateCommit({ timing }: Subject, moment: JsonObject): LateCommit {
  const { settlesWithinMs } = timing;
  if (settlesWithinMs === null || settlesWithinMs < 2) {
    return { arm: late({ journal: moment }, "stall"), over: [] };
  }
  const clockMs = Math.floor(settlesWithinMs / 2);
  return { arm: late({ clockMs }, "close"), over: [advance(clockMs)] };
}

function late(until: JsonObject, client: "stall" | "close"): Step {
  return fault("late-commit", "admitted", { options: { until, client } });
}
