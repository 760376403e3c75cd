import type { Step, Variant } from "../../src/core/scenario.js";
import { editedField, editedTarget, type Edit } from "../edits.js";
import { afterKeyIsForgotten } from "../means.js";
import type { Scenario } from "../scenario.js";
import { dieWhileSending, kill, loseAnswer, perform, restart, settle } from "../steps.js";

const forgotten = "when-the-key-is-forgotten";

export default {
  id: "conflicting-payload-while-unknown",
  title: "The payload is edited while it is unknown what became of the first",
  why: "Until the first outcome is known, an edited record must neither be sent under the same key nor under a new one; that nothing was found of the first yet is no permission.",
  family: "baseline",
  plan: (subject): Variant[] => {
    const edited = editedField(subject);
    return [
      meanwhile(null, [loseAnswer("committed"), perform()], edited),
      meanwhile("never-arrived", [loseAnswer("never"), perform()], edited),
      meanwhile("another-target", [loseAnswer("committed"), perform()], editedTarget(subject)),
      meanwhile("after-restart", [loseAnswer("committed"), perform(), kill, restart], edited),
      meanwhile("after-crash", [...dieWhileSending("committed"), restart], edited),
      "notApplicable" in edited
        ? { name: forgotten, notApplicable: edited.notApplicable }
        : afterKeyIsForgotten(subject.operation, forgotten, [edited.step]),
    ];
  },
} satisfies Scenario;

function meanwhile(name: string | null, before: Step[], edit: Edit): Variant {
  if ("notApplicable" in edit) return { name, notApplicable: edit.notApplicable };
  return { name, steps: [...before, edit.step, settle] };
}
