import type { Perform, Step } from "../src/core/scenario.js";
import { otherField, targetParameter } from "./fitting.js";
import type { Subject } from "./scenario.js";
import { perform } from "./steps.js";

/** The same business key again with something changed; or, in words, why there is nothing to change. */
export type Edit = { step: Step } | { notApplicable: string };

/** The field that `varies` names is changed. */
export function editedField({ operation }: Subject): Edit {
  if (operation.request.varies === null) {
    return { notApplicable: "the contract names no field that may vary (`request.varies`)" };
  }
  return edit({});
}

/** Another field is changed. */
export function editedElsewhere({ operation }: Subject): Edit {
  const field = otherField(operation);
  if (field === null) return { notApplicable: "the example has no other field that may have another value" };
  return edit({ field });
}

/** The same content is asked for at another target. */
export function editedTarget(subject: Subject): Edit {
  const parameter = targetParameter(subject);
  if (parameter === null) return { notApplicable: "the path names no target that could be another one" };
  return edit({ parameter });
}

function edit(what: Pick<Perform, "field" | "parameter">): Edit {
  return { step: perform({ payload: "varied", ...what }) };
}
