import type { Variant } from "../../src/core/scenario.js";
import { declaredError } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { fault, perform, settle } from "../steps.js";

export default {
  id: "remembered-error",
  title: "The key remembers a server error",
  why: "The same key gets the same error for ever: repeating it settles nothing, only a lookup or a person does.",
  family: "idempotency",
  plan: ({ operation }): Variant[] => {
    if (operation.idempotency === null) {
      return [{ name: null, notApplicable: "the operation has no idempotency key" }];
    }
    if (!operation.idempotency.remembers.enacted.includes("serverError")) {
      return [{ name: null, notApplicable: "server errors are not remembered under the key" }];
    }
    const declared = operation.errors.find(({ status, effect }) => status >= 500 && effect === "maybe");
    const error =
      declared === undefined
        ? fault("answer-with", "committed", { options: { status: 500, by: "provider" } })
        : declaredError(declared, "after-commit");
    return [{ name: null, steps: [error, perform(), settle] }];
  },
} satisfies Scenario;
