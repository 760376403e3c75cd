import type { Step, Variant } from "../../src/core/scenario.js";
import { editedElsewhere, editedField, editedTarget, type Edit } from "../edits.js";
import type { Scenario } from "../scenario.js";
import { kill, perform, restart, settle } from "../steps.js";

export default {
  id: "conflicting-payload",
  title: "The same business key comes with another payload",
  why: "It is another operation under a taken name: carrying it out, or answering with the first receipt, are both wrong; whichever field it is that differs, and whether or not the process remembers the first.",
  family: "baseline",
  plan: (subject): Variant[] => [
    conflict(null, editedField(subject)),
    conflict("another-field", editedElsewhere(subject)),
    conflict("another-target", editedTarget(subject)),
    conflict("after-restart", editedField(subject), [kill, restart]),
  ],
} satisfies Scenario;

function conflict(name: string | null, edit: Edit, between: Step[] = []): Variant {
  if ("notApplicable" in edit) return { name, notApplicable: edit.notApplicable };
  return { name, steps: [perform(), settle, ...between, edit.step, settle] };
}
