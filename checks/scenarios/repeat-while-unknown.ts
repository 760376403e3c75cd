import type { Step, Variant } from "../../src/core/scenario.js";
import { afterKeyIsForgotten, hasMeans } from "../means.js";
import type { Scenario } from "../scenario.js";
import {
  advance,
  crash,
  dieWhileSending,
  fault,
  hourMs,
  kill,
  minuteMs,
  perform,
  restart,
  settle,
} from "../steps.js";

const unheard: Step = fault("stall", "committed");

export default {
  id: "repeat-while-unknown",
  title: "The same job is handed out again before the first run knows its outcome",
  why: "A queue whose visibility time is over hands the job to a fresh worker, for which an unknown outcome is no permission to start anew.",
  family: "three-worlds",
  plan: ({ operation }): Variant[] => [
    { name: null, steps: [unheard, perform(), kill, restart, perform(), settle] },
    {
      name: "an-hour-later",
      steps: [unheard, perform(), advance(hourMs + minuteMs), perform(), settle],
      needs: ["clock"],
    },
    {
      name: "an-hour-after-crash",
      steps: [...dieWhileSending("committed"), restart, advance(hourMs + minuteMs), perform(), settle],
      needs: ["clock"],
    },
    afterKeyIsForgotten(operation, "when-the-key-is-forgotten", [perform()]),
    hasMeans(operation)
      ? {
          name: "crash-in-the-repeat",
          steps: [
            ...dieWhileSending("committed"),
            restart,
            crash("received", { role: "any", nth: "every" }),
            perform(),
            restart,
            perform(),
            settle,
          ],
        }
      : {
          name: "crash-in-the-repeat",
          notApplicable: "the contract offers nothing that may be sent or read after a lost answer",
        },
  ],
} satisfies Scenario;
