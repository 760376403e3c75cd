import type { Contract } from "../src/contract/model.js";
import type { Violation } from "../src/core/verdict.js";
import type { Case } from "./rule.js";

/** What a rule found, without the place in the contract. */
export interface Found {
  rule: string;
  message: string;
  /** `seq`s; duplicates and order do not matter. */
  entries: readonly (number | null | undefined)[];
  advice: string;
}

/** A violation that rests on one place of the contract. */
export function violationAt(
  contract: Contract,
  pointer: string,
  { rule, message, entries, advice }: Found,
): Violation {
  const cited = entries.filter((seq): seq is number => typeof seq === "number" && Number.isFinite(seq));
  const { file, line } = contract.locate(pointer);
  return {
    rule,
    message,
    entries: [...new Set(cited)].sort((a, b) => a - b),
    contract: { file, line },
    advice,
  };
}

/** A violation whose contract place is found from a JSON Pointer below the operation (`/idempotency`). */
export function violation(
  c: Case,
  found: Found & {
    /** Of the operation it is about; default: the one under test. */
    operation?: string;
    pointer: string;
    /** What the pointer starts from; default: the operation. */
    from?: "contract";
  },
): Violation {
  const base = found.from === "contract" ? "" : `/operations/${found.operation ?? c.operation.name}`;
  return violationAt(c.contract, base + found.pointer, found);
}

/** "1 effect", "2 effects". */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? "" : "s"}`;
}

/** Milliseconds as people read them: `850 ms`, `2.5 s`, `3 h`. */
export function readable(ms: number): string {
  const rounded = (value: number): string => String(Math.round(value * 10) / 10);
  if (Math.abs(ms) < 1000) return `${Math.round(ms)} ms`;
  if (Math.abs(ms) < 120_000) return `${rounded(ms / 1000)} s`;
  if (Math.abs(ms) < 7_200_000) return `${rounded(ms / 60_000)} min`;
  if (Math.abs(ms) < 172_800_000) return `${rounded(ms / 3_600_000)} h`;
  return `${rounded(ms / 86_400_000)} days`;
}
