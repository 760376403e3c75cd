import type { Step } from "../../src/core/scenario.js";
import type { Scenario } from "../scenario.js";
import { fault, order, settle } from "../steps.js";

const twins: Step = {
  step: "together",
  performs: [{ businessKey: order }, { businessKey: order }],
  processes: true,
};

export default {
  id: "concurrent-twins",
  title: "Two workers get the same job at the same moment",
  why: "Only a claim that is recorded before anything is sent, where both can see it, keeps two workers from doing it twice; also when the first is long in coming back.",
  family: "baseline",
  plan: ({ timing }) => [
    {
      name: null,
      // The slow answer keeps the first dispatch open while the second worker decides.
      steps: [
        fault("slow-answer", "answered", {
          options: { afterMs: Math.max(1, Math.floor(timing.timeoutMs / 4)) },
        }),
        twins,
        settle,
      ],
    },
    // The second worker sees the first one hang, and after a time-out it finds what it cannot know the end of.
    { name: "first-stalled", steps: [fault("stall", "committed"), twins, settle] },
  ],
} satisfies Scenario;
