import type { ReceiverScenario } from "../scenario.js";
import { deliverAs, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "unknown-signature-beside",
  title: "A signature of another scheme stands beside the known one",
  why: "Providers add schemes without asking. One that is not known is passed over, not stumbled upon.",
  family: "authenticity",
  plan: ({ lacks }) => [
    variant(null, [make(), deliverAs("unknown-scheme-beside")], lacks("unknown-scheme-beside")),
  ],
};

export default scenario;
