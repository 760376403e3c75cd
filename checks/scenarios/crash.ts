import type { Variant } from "../../src/core/scenario.js";
import { hasMeans } from "../means.js";
import type { Scenario } from "../scenario.js";
import { crash, dieWhileSending, fault, perform, restart, settle } from "../steps.js";

export default {
  id: "crash",
  title: "The process dies while the write is under way",
  why: "What was not written down before the request left is forgotten: a restart then does it again, or never learns of it.",
  family: "crash-windows",
  plan: ({ operation }): Variant[] => {
    const nothingSent = "the contract offers nothing that may be sent or read after a crash";
    const active = hasMeans(operation);
    return [
      { name: "before-commit", steps: [...dieWhileSending("never"), restart, settle] },
      { name: "after-commit", steps: [...dieWhileSending("committed"), restart, settle] },
      { name: "after-answer", steps: [crash("answered"), perform(), restart, settle] },
      active
        ? {
            name: "while-reconciling",
            steps: [
              ...dieWhileSending("committed"),
              restart,
              crash("received", { role: "any", nth: "every" }),
              settle,
            ],
          }
        : { name: "while-reconciling", notApplicable: nothingSent },
      active
        ? {
            name: "twice",
            steps: [
              fault("close-connection", "admitted"),
              crash("received"),
              perform(),
              restart,
              crash("answered", { role: "any", nth: "every" }),
              settle,
            ],
          }
        : { name: "twice", notApplicable: nothingSent },
    ];
  },
} satisfies Scenario;
