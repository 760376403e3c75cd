import type { Violation } from "../src/core/verdict.js";
import type { Case } from "./rule.js";

/** A violation whose contract place is found from a JSON Pointer below the operation (`/idempotency`). */
export function violation(
  c: Case,
  found: {
    rule: string;
    message: string;
    /** `seq`s; duplicates and order do not matter. */
    entries: readonly (number | null | undefined)[];
    /** Of the operation it is about; default: the one under test. */
    operation?: string;
    pointer: string;
    /** What the pointer starts from; default: the operation. */
    from?: "contract";
    advice: string;
  },
): Violation {
  const { rule, message, advice } = found;
  const cited = found.entries.filter((seq): seq is number => typeof seq === "number" && Number.isFinite(seq));
  const base = found.from === "contract" ? "" : `/operations/${found.operation ?? c.operation.name}`;
  const { file, line } = c.contract.locate(base + found.pointer);
  return {
    rule,
    message,
    entries: [...new Set(cited)].sort((a, b) => a - b),
    contract: { file, line },
    advice,
  };
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
