import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

export default {
  id: "conflicting-payload",
  title: "The same business key comes with another payload",
  why: "It is another operation under a taken name: carrying it out, or answering with the first receipt, are both wrong.",
  family: "baseline",
  plan: ({ operation }) => [
    operation.request.varies === null
      ? { name: null, notApplicable: "the contract names no field that may vary (`request.varies`)" }
      : { name: null, steps: [perform(), settle, perform({ payload: "varied" }), settle] },
  ],
} satisfies Scenario;
