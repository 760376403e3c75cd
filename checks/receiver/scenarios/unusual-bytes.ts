import type { ReceiverScenario } from "../scenario.js";
import { deliverAs, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "unusual-bytes",
  title: "A genuine delivery is spelled in an unusual way",
  why: "Spaces, escapes, the order of keys and other alphabets are the provider's choice, and the signature covers them.",
  family: "authenticity",
  plan: ({ lacks }) =>
    (["spelled-otherwise", "non-ascii"] as const).map((as) =>
      variant(as, [make(), deliverAs(as)], lacks(as)),
    ),
};

export default scenario;
