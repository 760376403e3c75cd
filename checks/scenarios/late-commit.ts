import type { Variant } from "../../src/core/scenario.js";
import { lateCommit } from "../late.js";
import { hasMeans } from "../means.js";
import type { Scenario } from "../scenario.js";
import { crash, perform, reconcile, restart, settle } from "../steps.js";

export default {
  id: "late-commit",
  title: "The request is still running when the connector has given up",
  why: "World three: the effect appears after a timeout, and even after a lookup that found nothing.",
  family: "three-worlds",
  plan: (subject): Variant[] => {
    const active = hasMeans(subject.operation);
    const whileRetrying = active ? lateCommit(subject, { kind: "request-received" }) : null;
    const afterLook = lateCommit(subject, { kind: "request-answered" });
    const afterRestart = lateCommit(subject, { kind: "process-started" });
    const nothingSent = "the contract offers nothing that may be sent or read after a lost answer";
    return [
      whileRetrying === null
        ? { name: "while-retrying", notApplicable: nothingSent }
        : {
            name: "while-retrying",
            steps: [whileRetrying.arm, perform(), ...whileRetrying.over, settle],
          },
      active
        ? {
            name: "after-lookup-said-absent",
            steps: [afterLook.arm, perform(), reconcile, ...afterLook.over, settle],
          }
        : { name: "after-lookup-said-absent", notApplicable: nothingSent },
      {
        name: "after-restart",
        steps: [
          afterRestart.arm,
          crash("received"),
          perform(),
          restart,
          reconcile,
          ...afterRestart.over,
          settle,
        ],
      },
    ];
  },
} satisfies Scenario;
