import { lateCommit } from "../late.js";
import type { Scenario } from "../scenario.js";
import { perform, reconcile, settle } from "../steps.js";

export default {
  id: "in-flight",
  title: "The key is refused because the first request is still running",
  why: "It is no failure: wait and send the same key again, never a new one.",
  family: "idempotency",
  plan: (subject) => {
    if (subject.operation.idempotency === null) {
      return [{ name: null, notApplicable: "the operation has no idempotency key" }];
    }
    const late = lateCommit(subject, { kind: "request-answered" });
    return [{ name: null, steps: [late.arm, perform(), reconcile, ...late.over, settle] }];
  },
} satisfies Scenario;
