import type { Scenario } from "../scenario.js";
import { loseAnswer, perform, settle } from "../steps.js";

export default {
  id: "refusal-naming-original",
  title: "A repeat is refused, and the refusal names the first effect",
  why: "A conflict that carries the id of one's own effect is a success; taken for a failure, somebody pays again by hand.",
  family: "idempotency",
  plan: ({ operation }) => [
    operation.idempotency?.replay.gives === "refusalNamingOriginal"
      ? { name: null, steps: [loseAnswer("committed"), perform(), settle] }
      : { name: null, notApplicable: "a repeat is not refused by naming the first effect" },
  ],
} satisfies Scenario;
