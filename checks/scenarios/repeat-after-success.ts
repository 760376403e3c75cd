import type { Scenario } from "../scenario.js";
import { kill, perform, restart, settle } from "../steps.js";

export default {
  id: "repeat-after-success",
  title: "The same job is handed out again after it is done",
  why: "Queues deliver at least once: a repeat, also after a restart, must find the recorded receipt and send nothing.",
  family: "baseline",
  plan: () => [{ name: null, steps: [perform(), settle, perform(), kill, restart, perform(), settle] }],
} satisfies Scenario;
