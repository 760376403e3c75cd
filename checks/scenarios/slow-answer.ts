import type { Scenario } from "../scenario.js";
import { fault, perform, settle } from "../steps.js";

export default {
  id: "slow-answer",
  title: "The answer is slow, but comes in time",
  why: "A connector that gives up early, or reads a body that comes in pieces as a broken one, makes trouble out of nothing.",
  family: "three-worlds",
  plan: ({ timing }) => [
    {
      name: "just-in-time",
      steps: [
        fault("slow-answer", "answered", {
          options: { afterMs: Math.max(1, Math.floor(timing.timeoutMs / 2)) },
        }),
        perform(),
        settle,
      ],
    },
    {
      name: "dribbled",
      steps: [fault("dribble-answer", "answered", { options: { bytes: 16, everyMs: 2 } }), perform(), settle],
    },
  ],
} satisfies Scenario;
