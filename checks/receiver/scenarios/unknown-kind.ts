import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliver, deliverAs, make, variant } from "../steps.js";

const scenario: ReceiverScenario = {
  id: "unknown-kind",
  title: "A correctly signed event is of a kind that the contract does not list",
  why: "Providers add kinds without asking. Guessing what one means does harm; refusing it may get the receiver switched off.",
  family: "content",
  plan: ({ lacks }) => [
    variant(
      null,
      [...aliveWith(), make(), deliverAs("unknown-kind"), make("after"), deliver("after")],
      lacks("unknown-kind"),
    ),
  ],
};

export default scenario;
