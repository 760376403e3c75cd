import type { Contract, Fact } from "../model.js";
import type { Change } from "./change.js";
import { namesOf } from "./comparable.js";
import { isSame } from "./is-same.js";

/** Facts that say the same on other grounds: another basis or source; or whose promise is gone although the value stays. */
export function evidenceChanges(older: Contract, newer: Contract, others: readonly Change[]): Change[] {
  const known = new Map(older.facts.map((fact) => [pathOf(older, fact), fact]));
  return newer.facts.flatMap((fact): Change[] => {
    const path = pathOf(newer, fact);
    const was = known.get(path);
    if (was === undefined || others.some((change) => covers(change.path, path))) return [];
    if (was.basis === fact.basis && was.source === fact.source) return [];
    const silent = fact.basis === "undocumented" && was.basis !== "undocumented";
    const voiced = was.basis === "undocumented" && fact.basis !== "undocumented";
    if (!silent && !voiced && !isSame(was.value, fact.value)) return [];
    const before = { basis: was.basis, source: was.source };
    const after = { basis: fact.basis, source: fact.source };
    return [
      {
        path: `${path} (basis)`,
        kind: "changed",
        before,
        after,
        impact: silent ? "breaking" : "harmless",
        why: silent
          ? "What the value says is not documented any more: connectors may not rely on it."
          : "The same is said on other grounds.",
        older: older.locate(was.pointer),
        newer: newer.locate(fact.pointer),
      },
    ];
  });
}

function covers(changed: string, path: string): boolean {
  return changed === path || path.startsWith(`${changed}.`) || changed.startsWith(`${path}.`);
}

function pathOf(contract: Contract, { pointer }: Fact): string {
  const keys = pointer.slice(1).split("/");
  const [first, name, list, at] = keys;
  if (first === "operations" && (list === "errors" || list === "lookup") && at !== undefined) {
    const operation = contract.operations.find((one) => one.name === name);
    if (operation !== undefined) keys[3] = namesOf(operation, list)[Number(at)] ?? at;
  }
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")).join(".");
}
