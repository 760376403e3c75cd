import type { Scenario } from "../scenario.js";
import { otherOrder, perform, settle } from "../steps.js";

export default {
  id: "distinct-operations",
  title: "Two business keys ask for the same thing",
  why: "Two customers may order the same article: a connector that takes equal content for a repeat loses one of them.",
  family: "baseline",
  plan: () => [{ name: null, steps: [perform(), perform({ businessKey: otherOrder }), settle] }],
} satisfies Scenario;
