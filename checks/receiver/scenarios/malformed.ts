import type { VariantId } from "../../../src/core/delivery.js";
import type { ReceiverScenario } from "../scenario.js";
import { aliveWith, deliver, deliverAs, make, variant } from "../steps.js";

const bad: VariantId[] = [
  "not-json",
  "duplicate-key",
  "invalid-utf8",
  "nan-constant",
  "wrong-type",
  "boolean-as-integer",
  "string-as-integer",
  "out-of-range",
  "missing-field",
  "extra-field",
  "oversized",
  "deep-nesting",
];

/** In other clothes and quite right; where compression is not agreed, it may be refused. */
const proper: VariantId[] = ["charset", "gzip"];

const scenario: ReceiverScenario = {
  id: "malformed",
  title: "A correctly signed delivery is not what the contract says an event looks like",
  why: "The provider has bugs and new versions, too. What is not understood is refused whole, before anything is done.",
  family: "content",
  plan: ({ lacks }) => [
    ...bad.map((as) => variant(as, [...aliveWith(), make(), deliverAs(as), deliver()], lacks(as))),
    ...proper.map((as) => variant(as, [...aliveWith(), make(), deliverAs(as)], lacks(as))),
  ],
};

export default scenario;
