import type { Scenario } from "../scenario.js";
import { fault, kill, perform, restart, settle } from "../steps.js";

export default {
  id: "repeat-while-unknown",
  title: "The same job is handed out again before the first run knows its outcome",
  why: "A queue whose visibility time is over hands the job to a fresh worker, for which an unknown outcome is no permission to start anew.",
  family: "three-worlds",
  plan: () => [
    {
      name: null,
      steps: [fault("stall", "committed"), perform(), kill, restart, perform(), settle],
    },
  ],
} satisfies Scenario;
