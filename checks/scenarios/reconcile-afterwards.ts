import type { Step, Variant } from "../../src/core/scenario.js";
import { declaredError, finalErrorOf } from "../declared-errors.js";
import { keyLifetimeMs } from "../means.js";
import type { Scenario } from "../scenario.js";
import { advance, dayMs, minuteMs, perform, reconcile, restart, settle } from "../steps.js";

export default {
  id: "reconcile-afterwards",
  title: "The reconciling timer goes on when everything is settled",
  why: "A pass that takes up finished rows sends them again, unseen, for as long as they stay in the table.",
  family: "baseline",
  plan: ({ operation }): Variant[] => {
    const final = finalErrorOf(operation);
    const forgottenMs = Math.max(2 * dayMs, keyLifetimeMs(operation) ?? 0) + minuteMs;
    const later: Step[] = [
      reconcile,
      advance(forgottenMs),
      reconcile,
      advance(31 * dayMs),
      reconcile,
      settle,
    ];
    return [
      { name: "after-success", steps: [perform(), settle, restart, ...later], needs: ["clock"] },
      final === undefined
        ? { name: "after-refusal", notApplicable: "the contract declares no error that is final" }
        : {
            name: "after-refusal",
            steps: [declaredError(final, "before-commit"), perform(), settle, ...later],
            needs: ["clock"],
          },
      operation.request.varies === null
        ? {
            name: "after-conflict",
            notApplicable: "the contract names no field that may vary (`request.varies`)",
          }
        : {
            name: "after-conflict",
            steps: [perform(), settle, perform({ payload: "varied" }), ...later],
            needs: ["clock"],
          },
    ];
  },
} satisfies Scenario;
