import { keyLifetimeMs, outliveKey } from "../means.js";
import type { Scenario } from "../scenario.js";
import { settle } from "../steps.js";

export default {
  id: "retention-expired",
  title: "It is still unknown when the key is forgotten",
  why: "The old key would act again: after its retention only a lookup or a person may decide.",
  family: "idempotency",
  plan: ({ operation }) => {
    if (operation.idempotency === null) {
      return [{ name: null, notApplicable: "the operation has no idempotency key" }];
    }
    const lifetimeMs = keyLifetimeMs(operation);
    if (lifetimeMs === null) return [{ name: null, notApplicable: "the key is remembered for ever" }];
    return [{ name: null, needs: ["clock"], steps: [...outliveKey(lifetimeMs, "committed"), settle] }];
  },
} satisfies Scenario;
