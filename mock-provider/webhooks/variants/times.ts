import type { Signature, Webhooks } from "../../../src/contract/webhooks-model.js";
import type { VariantId } from "../../../src/core/delivery.js";
import type { Variant } from "../variant.js";

/** How far outside of a tolerance a time is, ms: no clock is wrong by that much while a test runs. */
const outsideMs = 60_000;
/** How far inside, ms. */
const insideMs = 2000;

/** Deliveries signed at another moment than they are sent. */
export const times = {
  stale: {
    defects: ["time"],
    lacks: needs("past"),
    time: (now, terms) => now - toleranceOf(terms, "past") - outsideMs,
  },
  future: {
    defects: ["time"],
    lacks: needs("future"),
    time: (now, terms) => now + toleranceOf(terms, "future") + outsideMs,
  },
  "not-a-number": {
    defects: ["time"],
    lacks: needs("past"),
    time: () => "yesterday",
  },
  "almost-stale": {
    defects: [],
    lacks: needs("past"),
    time: (now, terms) => now - toleranceOf(terms, "past") + insideMs,
  },
  "almost-future": {
    defects: [],
    lacks: needs("future"),
    time: (now, terms) => now + toleranceOf(terms, "future") - insideMs,
  },
} satisfies Partial<Record<VariantId, Variant>>;

/** Only a tolerance that somebody promises can be held against a receiver. */
function needs(side: "past" | "future"): (webhooks: Webhooks) => string | null {
  return ({ signature }) => {
    if (signature === null || signature.timestamp === null) return "no time is signed";
    const promised = signature.tolerance[side].promised;
    if (promised === null) return `nobody says how far in the ${side} a signed time may lie`;
    return promised === "unchecked" ? `a signed time may lie in the ${side} as far as it likes` : null;
  };
}

function toleranceOf({ tolerance }: Signature, side: "past" | "future"): number {
  const { promised } = tolerance[side];
  return typeof promised === "number" ? promised : 0;
}
