import type { Scenario } from "../scenario.js";
import { fault, perform, settle } from "../steps.js";

export default {
  id: "redirected",
  title: "The write is redirected",
  why: "Some HTTP clients send a write again by themselves when they are redirected, others give up: neither may end in two effects or a false word.",
  family: "three-worlds",
  plan: () =>
    [307, 308].map((status) => ({
      name: String(status),
      steps: [fault("redirect", "received", { options: { status } }), perform(), settle],
    })),
} satisfies Scenario;
