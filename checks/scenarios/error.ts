import type { Variant } from "../../src/core/scenario.js";
import { declaredError, type ErrorWorld } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

const worlds: Record<"none" | "maybe" | "done", ErrorWorld[]> = {
  none: ["before-commit"],
  maybe: ["before-commit", "after-commit"],
  done: ["after-commit"],
};

export default {
  id: "error",
  title: "The provider answers with a failure that it documents",
  why: "Each documented failure says something about the effect: none, maybe, or done. It is played in every world that this allows.",
  family: "declared-errors",
  plan: ({ operation }): Variant[] => {
    if (operation.errors.length === 0)
      return [{ name: null, notApplicable: "the contract declares no errors" }];
    return operation.errors.flatMap((error) =>
      worlds[error.effect].map((world) => ({
        name: `${error.name}/${world}`,
        steps: [declaredError(error, world), perform(), settle],
      })),
    );
  },
} satisfies Scenario;
