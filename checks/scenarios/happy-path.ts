import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

export default {
  id: "happy-path",
  title: "Nothing goes wrong",
  why: "A connector that fails here cannot be judged anywhere else.",
  family: "baseline",
  plan: () => [{ name: null, steps: [perform(), settle] }],
} satisfies Scenario;
