import { answerOptions } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { fault, perform, settle } from "../steps.js";

export default {
  id: "mismatch",
  title: "The key is refused because another payload was sent under it",
  why: "Somebody used this key for something else: a new key would do it twice, the other's receipt is not ours.",
  family: "idempotency",
  plan: ({ operation }) => {
    const notApplicable = (reason: string): [{ name: null; notApplicable: string }] => [
      { name: null, notApplicable: reason },
    ];
    const { idempotency } = operation;
    if (idempotency === null) return notApplicable("the operation has no idempotency key");
    if (idempotency.is === "natural")
      return notApplicable("a natural key is refused in one way, whatever the payload");
    const mismatch = idempotency.mismatch.promised;
    if (mismatch === null) return notApplicable("what a key with another payload gets is not documented");
    if (mismatch === "newEffect")
      return notApplicable("another payload under the same key is another effect");
    if (mismatch === "replay") return notApplicable("the provider does not compare payloads");
    return [
      {
        name: null,
        steps: [
          fault("answer-with", "received", {
            options: { ...answerOptions(mismatch), by: "provider", name: "mismatch" },
          }),
          perform(),
          settle,
        ],
      },
    ];
  },
} satisfies Scenario;
