import type { Json } from "./json.js";

/** What a connector may say it can do; only `perform` is required of all. */
export const capabilities = ["reconcile", "inspect", "clock", "timing", "concurrent", "reopen"] as const;
export type Capability = (typeof capabilities)[number];

/** What a connector should use so that a check takes seconds; a fact the contract leaves unpublished is null. All in ms. */
export interface Timing {
  timeoutMs: number;
  retryDelayMs: number;
  lookupLagMs: number | null;
  settlesWithinMs: number | null;
  pollMs: number;
  budgetMs: number;
}

/** The world a connector works in during one scenario. */
export interface World {
  baseUrl: string;
  stateDir: string;
  /** The parts that the contract names, and `account`. */
  credentials: Record<string, string>;
  timing: Timing;
  /** ISO 8601. */
  now: string;
}

export type Command =
  | { command: "open"; protocol: 1; world: World }
  | {
      command: "perform";
      operation: string;
      businessKey: string;
      payload: Json;
      parameters: Record<string, string>;
      now: string;
    }
  | { command: "reconcile"; now: string }
  | { command: "inspect"; businessKey: string };

/** A command as it travels: one JSON object a line, with the id its answer must carry. */
export type Message = Command & { id: number };

export const outcomes = ["succeeded", "failed", "pending", "unknown", "conflict", "absent"] as const;
export type OutcomeWord = (typeof outcomes)[number];

/** What a connector says of one business key. */
export interface Claim {
  outcome: OutcomeWord;
  reference?: string;
  reason?: string;
  needsHuman?: boolean;
}

export type Answer =
  | { id: number; protocol: 1; capabilities?: string[] }
  | ({ id: number } & Claim)
  | { id: number; outcomes: Record<string, Claim> }
  | { id: number; error: string };
