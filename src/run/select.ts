import { globTest } from "../core/glob.js";
import type { Contract, Operation } from "../contract/model.js";
import { expectedGot, KitError } from "../core/errors.js";
import { suggest } from "../core/suggest.js";

/**
 * The operations a check is about: those named, else every write that is not just another one's compensation. Throws when
 * none of them writes.
 */
export function selectOperations(contract: Contract, named: readonly string[]): Operation[] {
  const known = contract.operations.map(({ name }) => name);
  for (const name of named) {
    if (known.includes(name)) continue;
    throw new KitError(
      "unknown-operation",
      `${contract.file}: expected an operation of the contract, got '${name}'.${suggest(name, known)}`,
    );
  }
  const chosen =
    named.length > 0 ? contract.operations.filter(({ name }) => named.includes(name)) : all(contract);
  if (chosen.some(({ nature }) => nature !== "reads")) return chosen;
  const got = named.length > 0 ? `${named.join(", ")}, which only reads` : "none";
  throw new KitError(
    "contract",
    `${contract.file}: ${expectedGot("an operation that writes", got)}. A check plays writes: name one, or describe one in the contract.`,
  );
}

function all(contract: Contract): Operation[] {
  const compensations = new Set(contract.operations.map(({ compensation }) => compensation?.operation));
  const writes = contract.operations.filter(({ nature }) => nature !== "reads");
  const own = writes.filter(({ name }) => !compensations.has(name));
  return own.length > 0 ? own : writes;
}

/**
 * Whether a scenario's full name is asked for: by itself, by its scenario alone (`lost-response` means all its variants) or
 * by a glob. Throws when a pattern fits nothing known.
 */
export function scenarioFilter(
  patterns: readonly string[],
  known: readonly string[],
): (name: string) => boolean {
  if (patterns.length === 0) return () => true;
  const tests = patterns.map((pattern) => {
    const test = scenarioTest(pattern);
    if (!known.some(test)) {
      const scenarios = [...new Set(known.map((name) => name.split("/")[0] ?? name))];
      const close = suggest(pattern, [...known, ...scenarios]);
      const hint = close.startsWith(" Did") ? close : suggest(pattern, scenarios);
      throw new KitError(
        "usage",
        `--scenario ${pattern}: expected a scenario or a glob that fits one, got one that fits none.${hint}`,
      );
    }
    return test;
  });
  return (name) => tests.some((test) => test(name));
}

/** Whether a scenario's full name is meant by a pattern: itself, its scenario alone, or a glob. */
export function scenarioTest(pattern: string): (name: string) => boolean {
  // A name is no path: `*closed*` means every variant that has the word.
  const matches = globTest(flat(pattern));
  return (name) => name === pattern || name.startsWith(`${pattern}/`) || matches(flat(name));
}

function flat(name: string): string {
  return name.replaceAll("/", ":");
}
