import type { Change, Difference, Judge, Sides } from "./diff/change.js";
import { review } from "./diff/change.js";
import { comparable, namesOf } from "./diff/comparable.js";
import { differences } from "./diff/compare.js";
import { evidenceChanges } from "./diff/evidence.js";
import { fitsPlace } from "./diff/place.js";
import { errorRules } from "./diff/rules/errors.js";
import { idempotencyRules } from "./diff/rules/idempotency.js";
import { lookupRules } from "./diff/rules/lookups.js";
import { operationRules } from "./diff/rules/operation.js";
import { providerRules } from "./diff/rules/provider.js";
import { webhookRules } from "./diff/rules/webhooks.js";
import type { Contract, Location } from "./model.js";
import { retrySafety, type RetrySafety } from "./retry-safety.js";
import { below } from "./schema/walk.js";

export type { Change, Impact } from "./diff/change.js";

const rules: readonly (readonly [string, Judge])[] = [
  ...providerRules,
  ...operationRules,
  ...idempotencyRules,
  ...lookupRules,
  ...errorRules,
  ...webhookRules,
];

/**
 * What changed in meaning between two versions of a contract, in the order of the contract: nothing for another spelling,
 * one change for each thing that means something else. Pure.
 */
export function diffContracts(older: Contract, newer: Contract): Change[] {
  const sides: Sides = { before: comparable(older), after: comparable(newer) };
  const changes = differences(sides.before, sides.after).map((difference) =>
    changeOf(difference, sides, older, newer),
  );
  return [...changes, ...evidenceChanges(older, newer, changes)];
}

/** Operations whose retry safety is another word than before. */
export function safetyChanges(
  older: Contract,
  newer: Contract,
): { operation: string; before: RetrySafety; after: RetrySafety }[] {
  return newer.operations.flatMap((operation) => {
    const was = older.operations.find(({ name }) => name === operation.name);
    if (was === undefined) return [];
    const [before, after] = [retrySafety(was), retrySafety(operation)];
    return before === after ? [] : [{ operation: operation.name, before, after }];
  });
}

function changeOf(difference: Difference, sides: Sides, older: Contract, newer: Contract): Change {
  const { path, before, after } = difference;
  const { impact, why } = judged(difference, sides);
  const [was, is] = [before ?? null, after ?? null];
  return {
    path: path.join("."),
    kind: was === null ? "added" : is === null ? "removed" : "changed",
    before: was,
    after: is,
    impact,
    why,
    older: was === null ? null : place(older, path),
    newer: is === null ? null : place(newer, path),
  };
}

function judged(difference: Difference, sides: Sides): ReturnType<typeof review> {
  for (const [at, judge] of rules) {
    if (!fitsPlace(difference.path, at)) continue;
    const meaning = judge(difference, sides);
    if (meaning !== null) return meaning;
  }
  return review("No rule says what this means for connectors: look at it.");
}

/** Where a path of the comparison stands in the YAML. */
function place(contract: Contract, path: readonly string[]): Location {
  return contract.locate(
    path.reduce((pointer, name, at) => below(pointer, written(contract, path, name, at)), ""),
  );
}

function written(contract: Contract, path: readonly string[], name: string, at: number): string | number {
  const list = path[2];
  if (path[0] !== "operations" || at < 2) return name;
  if (at === 2 && name === "errorOrder") return "errors";
  if (at !== 3 || (list !== "errors" && list !== "lookup")) return name;
  const operation = contract.operations.find((one) => one.name === path[1]);
  return operation === undefined ? name : namesOf(operation, list).indexOf(name);
}
