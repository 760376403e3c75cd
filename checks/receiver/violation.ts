import type { Violation } from "../../src/core/verdict.js";
import { violationAt, type Found } from "../violation.js";
import type { Delivery, Happening } from "./account.js";
import type { ReceiverCase } from "./rule.js";

/** A violation whose contract place is found from a JSON Pointer below `webhooks` (`/identity`). */
export function violation({ contract }: ReceiverCase, found: Found & { pointer: string }): Violation {
  return violationAt(contract, `/webhooks${found.pointer}`, found);
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
