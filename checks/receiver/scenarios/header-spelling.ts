import type { ReceiverScenario } from "../scenario.js";
import { deliver, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "header-spelling",
  title: "The header names come in another case",
  why: "Header names have no case; proxies change it, and HTTP/2 has lower case only.",
  family: "delivery",
  plan: () =>
    (["lower", "upper"] as const).map((headerNames) =>
      variant(headerNames, [make(), deliver("A", { wire: { headerNames } })]),
    ),
};

export default scenario;
