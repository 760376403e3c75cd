import type { Violation } from "../../src/core/verdict.js";
import type { Delivery, Happening } from "./account.js";
import type { ReceiverCase } from "./rule.js";

/** A violation whose contract place is found from a JSON Pointer below `webhooks` (`/identity`). */
export function violation(
  { contract }: ReceiverCase,
  found: {
    rule: string;
    message: string;
    /** `seq`s; duplicates and order do not matter. */
    entries: readonly (number | null | undefined)[];
    pointer: string;
    advice: string;
  },
): Violation {
  const cited = found.entries.filter((seq): seq is number => typeof seq === "number" && Number.isFinite(seq));
  const { file, line } = contract.locate(`/webhooks${found.pointer}`);
  return {
    rule: found.rule,
    message: found.message,
    entries: [...new Set(cited)].sort((a, b) => a - b),
    contract: { file, line },
    advice: found.advice,
  };
}

/** "delivery 3 (wrong-secret) of evt-1". */
export function told({ number, as, identities }: Delivery): string {
  const how = as === "plain" ? "" : ` (${as})`;
  return `delivery ${number}${how} of ${identities.join(" and ")}`;
}

/** "was answered 409", "was closed without an answer". */
export function ending({ answer, lost }: Delivery): string {
  if (answer !== null) return `was answered ${answer.status}`;
  const words = {
    refused: "found no connection",
    closed: "was closed without an answer",
    reset: "was reset without an answer",
    late: "had no answer in time",
    left: "was left by the provider",
    unreadable: "had an answer that cannot be read",
  };
  return lost === null ? "has not ended" : words[lost.how];
}

/** "evt-1 (increment, of acme)". */
export function named({ identity, kind, source }: Happening): string {
  return `${identity} (${kind}, of ${source})`;
}
