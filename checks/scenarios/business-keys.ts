import type { Variant } from "../../src/core/scenario.js";
import { keysThatFit } from "../fitting.js";
import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

const long = "order-2026-11-30-warehouse-north-shelf-17-box-0042-".padEnd(200, "parcel-and-");

/** By variant: texts that only a careless eye takes for one another. */
const keys: Record<string, string[]> = {
  // Pairs that part in the last character, past the usual places at which texts are cut.
  long: [36, 70, 130, 200].flatMap((length) => [`${long.slice(0, length)}a`, `${long.slice(0, length)}b`]),
  alike: ["Order-A7", "order-a7", "ORDER-A7", "order_a7", "order.a7", "ordera7", "order-a07", "order-a70"],
  "special-characters": [
    "order 7",
    "order+7",
    "order%207",
    "order%2B7",
    "order/7",
    "order%2F7",
    "order#7",
    "order?7",
    "order&7=8",
    'order"7"',
    "order'7'",
    "order\\7",
  ],
  // The same letter in one code point and in two; without its mark; other scripts; beyond sixteen bits.
  "not-ascii": [
    "gr\u00fcn-7",
    "gru\u0308n-7",
    "grun-7",
    "gruen-7",
    "\u6ce8\u6587-7",
    "\u6ce8\u6587-8",
    "\u{1f600}-7",
    "\u{1f601}-7",
  ],
};

/** What is left where a contract allows only plain names. */
const tame = /^[\w.-]{1,30}$/;

export default {
  id: "business-keys",
  title: "Business keys are long, much alike, or full of characters that mean something elsewhere",
  why: "A key that is cut, lower-cased, trimmed of odd characters or pasted into a URL on its way is somebody else's key in the end: one order is lost, the other gets its receipt.",
  family: "baseline",
  plan: ({ operation }): Variant[] =>
    Object.entries(keys).map(([name, all]): Variant => {
      if (operation.idempotency?.is === "natural") {
        return {
          name,
          notApplicable: "the key is business data, which the provider compares in its own way",
        };
      }
      const fitting = keysThatFit(operation, all);
      if (fitting.length < 2 || (name !== "alike" && fitting.every((key) => tame.test(key)))) {
        return { name, notApplicable: "the contract allows no such keys in the request" };
      }
      return { name, steps: [...fitting.map((businessKey) => perform({ businessKey })), settle] };
    }),
} satisfies Scenario;
