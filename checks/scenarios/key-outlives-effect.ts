import type { Scenario } from "../scenario.js";
import { dieWhileSending, order, restart, settle } from "../steps.js";

export default {
  id: "key-outlives-effect",
  title: "The effect is deleted while its key is still remembered",
  why: "A repeat then finds nothing. It did happen, so neither a receipt nor another effect is right.",
  family: "idempotency",
  plan: ({ operation }) => {
    if (operation.idempotency?.replay.gives !== "currentState") {
      return [{ name: null, notApplicable: "a repeat is not answered with the current state of the effect" }];
    }
    return [
      {
        name: null,
        steps: [...dieWhileSending("committed"), { step: "remove", businessKey: order }, restart, settle],
      },
    ];
  },
} satisfies Scenario;
