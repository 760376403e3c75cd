import type { Scenario } from "../scenario.js";
import { fault, order, settle } from "../steps.js";

export default {
  id: "concurrent-twins",
  title: "Two workers get the same job at the same moment",
  why: "Only a claim that is recorded before anything is sent, where both can see it, keeps two workers from doing it twice.",
  family: "baseline",
  // The slow answer keeps the first dispatch open while the second worker decides.
  plan: ({ timing }) => [
    {
      name: null,
      steps: [
        fault("slow-answer", "answered", {
          options: { afterMs: Math.max(1, Math.floor(timing.timeoutMs / 4)) },
        }),
        {
          step: "together",
          performs: [{ businessKey: order }, { businessKey: order }],
          processes: true,
        },
        settle,
      ],
    },
  ],
} satisfies Scenario;
