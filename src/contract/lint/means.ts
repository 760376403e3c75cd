import { formatDuration } from "../../core/duration.js";
import { isObject, type Json } from "../../core/json.js";
import { getAt } from "../../core/pointer.js";
import { namesIn } from "../../core/template.js";
import type { Operation } from "../model.js";
import {
  canFind,
  errorThatVoidsKey,
  findingLookups,
  keyCoversLostAnswer,
  provableAbsence,
} from "../retry-safety.js";
import type { Finding, OperationLint } from "./finding.js";

/** What is left to do when the answer of a write is lost. */
export const means: OperationLint = (operation, contract, pointer) => {
  if (operation.nature !== "creates") return [];
  const findings: Finding[] = [];
  const lookups = findingLookups(operation);
  if (operation.idempotency === null && lookups.length === 0) {
    findings.push({
      pointer,
      severity: "warning",
      code: "no-key-no-lookup",
      message: `'${operation.name}' has neither a key nor a lookup by what the connector knows: after a lost answer it can only be held for a person.`,
    });
  } else if (lookups.length > 0 && provableAbsence(operation) === null) {
    findings.push({
      pointer: `${pointer}/lookup`,
      severity: keyCoversLostAnswer(operation) ? "note" : "warning",
      code: "absence-unprovable",
      message: `"not found" never proves that '${operation.name}' did not happen: ${whyUnprovable(operation)}.`,
      hint: keyCoversLostAnswer(operation)
        ? "Once the key is forgotten, what is not found must be held for a person."
        : "What is not found must be held for a person.",
    });
  }
  const voiding = errorThatVoidsKey(operation);
  if (voiding !== null && voiding.next !== "retrySameKey" && operation.idempotency?.is === "key") {
    findings.push({
      pointer: `${pointer}/errors/${operation.errors.indexOf(voiding)}`,
      severity: "warning",
      code: "key-voided",
      message: `the key of '${operation.name}' does not cover a lost answer: '${voiding.name}' (${voiding.status}) may have acted, is not remembered, and a repeat runs again.`,
      hint: "Write `unremembered: guarded`, or add it to `remembers`, if the provider says so.",
    });
  }
  if (operation.idempotency?.is === "natural") {
    findings.push({
      pointer: `${pointer}/idempotency/is`,
      severity: "note",
      code: "natural-key",
      message: `what the natural key of '${operation.name}' collides with may be somebody else's.`,
      hint: "Adopt it only after comparing its content.",
    });
  }
  if (operation.answer.is === "acknowledgement" && operation.answer.outcome === null) {
    findings.push({
      pointer: `${pointer}/answer`,
      severity: "warning",
      code: "outcome-unknown",
      message: `'${operation.name}' is only acknowledged, and nothing says how its outcome becomes known.`,
      hint: "Add `answer.outcome`.",
    });
  }
  const retentionMs = operation.idempotency?.retention.forMs ?? null;
  const redeliversForMs = contract.webhooks?.redelivery?.forMs.promised ?? null;
  if (retentionMs !== null && redeliversForMs !== null && retentionMs < redeliversForMs) {
    findings.push({
      pointer: `${pointer}/idempotency/retention`,
      severity: "warning",
      code: "retention-below-redelivery",
      message: `keys are remembered for ${formatDuration(retentionMs)}, and the provider redelivers its own events for ${formatDuration(redeliversForMs)}.`,
      hint: "A write made on a redelivered event can come after its key is forgotten; keep a record of your own.",
    });
  }
  return [...findings, ...representation(operation, pointer)];
};

function whyUnprovable(operation: Operation): string {
  if (operation.settlesWithinMs.promised === null) {
    return "nobody says how long a request may still be running (`settlesWithin`)";
  }
  const lookup = findingLookups(operation).find((one) => one.complete.promised === true);
  return lookup === undefined
    ? "no lookup promises to be complete"
    : "nobody says how far the lookup may lag behind (`lag.atMost`)";
}

/** What a lookup returns must name the effect and hold what it was found by, or nobody can adopt it. */
function representation(operation: Operation, pointer: string): Finding[] {
  const { effect, answer, request } = operation;
  const lookups = operation.lookups.filter((lookup) => canFind(operation, lookup));
  if (lookups.length === 0) return [];
  const names = namesIn(effect.representation);
  const findings: Finding[] = [];
  const receiptThere =
    answer.receipt?.in === "body" && getAt(effect.representation, answer.receipt.at) !== undefined;
  if (!receiptThere && !names.includes("effect.id")) {
    findings.push({
      pointer: `${pointer}/effect`,
      severity: "warning",
      code: "representation-without-receipt",
      message: `what lookups of '${operation.name}' return has no field with the receipt, so a found effect cannot be named.`,
      hint: 'Add a field with "{{effect.id}}" to `effect.representation`.',
    });
  }
  if (request.reference !== null && !carriesReference(effect.representation, request.reference)) {
    findings.push({
      pointer: `${pointer}/effect`,
      severity: "warning",
      code: "representation-without-reference",
      message: `what lookups of '${operation.name}' return does not hold the reference (${request.reference}), so a found effect cannot be compared.`,
      hint: `Add a field with "{{request.body${request.reference.replaceAll("/", ".")}}}" to \`effect.representation\`.`,
    });
  }
  return findings;
}

function carriesReference(representation: Json, reference: string): boolean {
  if (!isObject(representation)) return false;
  const wanted = `request.body${reference.replaceAll("/", ".")}`;
  return namesIn(representation).some(
    (name) =>
      name === "reference" || name === "effect.reference" || wanted === name || wanted.startsWith(`${name}.`),
  );
}
