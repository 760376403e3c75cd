import type { Step, Variant } from "../../src/core/scenario.js";
import type { Scenario } from "../scenario.js";
import { fault, kill, loseAnswer, perform, restart, settle } from "../steps.js";

export default {
  id: "acknowledged",
  title: "The answer only says that the request was taken in",
  why: "It is evidence of nothing else: what was acknowledged can still fail, silently unless somebody asks.",
  family: "acknowledgement",
  plan: ({ operation }): Variant[] => {
    const names = ["then-succeeded", "then-failed", "never-settles", "lost", "after-restart"];
    if (operation.answer.is !== "acknowledgement") {
      return names.map((name) => ({
        name,
        notApplicable: "the answer is a receipt, not an acknowledgement",
      }));
    }
    if (operation.answer.outcome?.by !== "poll") {
      return names.map((name) => ({
        name,
        notApplicable: "the outcome cannot be polled, it comes by webhook",
      }));
    }
    return [
      { name: "then-succeeded", steps: [perform(), settle] },
      { name: "then-failed", steps: [decided("failed"), perform(), settle] },
      { name: "never-settles", steps: [decided("never"), perform(), settle] },
      { name: "lost", steps: [loseAnswer("committed"), perform(), settle] },
      { name: "after-restart", steps: [perform(), kill, restart, settle] },
    ];
  },
} satisfies Scenario;

function decided(outcome: "failed" | "never"): Step {
  return fault("settle-outcome", "committed", { options: { outcome } });
}
