import type { Scenario } from "../scenario.js";
import { loseAnswer, perform, settle } from "../steps.js";

export default {
  id: "conflicting-payload-while-unknown",
  title: "The payload is edited while it is unknown what became of the first",
  why: "Until the first outcome is known, an edited record must neither be sent under the same key nor under a new one.",
  family: "baseline",
  plan: ({ operation }) => [
    operation.request.varies === null
      ? { name: null, notApplicable: "the contract names no field that may vary (`request.varies`)" }
      : { name: null, steps: [loseAnswer("committed"), perform(), perform({ payload: "varied" }), settle] },
  ],
} satisfies Scenario;
