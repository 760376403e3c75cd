import type { Json } from "./json.js";

/** What a connector may say it can do; only `perform` is required of all. */
export const capabilities = [
  "reconcile",
  "inspect",
  "clock",
  "timing",
  "concurrent",
  "reopen",
  "accounts",
] as const;
/** What a receiver may say it can do. */
export const receiverCapabilities = ["clock", "faults", "sources", "reopen"] as const;
export type Capability = (typeof capabilities)[number] | (typeof receiverCapabilities)[number];

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
  /** For receivers: what deliveries are signed with, the newest first. Of the first source, where there are several. */
  webhookSecrets?: string[];
  /** For receivers that serve several tenants. */
  sources?: WebhookSource[];
}

/** One tenant of a receiver: what signs its deliveries, and where they go if it has a path of its own. */
export interface WebhookSource {
  name: string;
  /** The newest first. */
  secrets: string[];
  path?: string;
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

/** The points of a receiver's work at which it lets itself be disturbed, if it has the `faults` capability. */
export const faultPoints = ["beforeCommit", "afterCommit", "afterAnswer"] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** What it does there: fail as if a dependency were down, wait, or close the connection without an answer. */
export const faultActs = ["fail", "hold", "close"] as const;
export type FaultAct = (typeof faultActs)[number];

/** What receivers are told beside `open`. */
export type ReceiverCommand =
  /** Read the business effects back, all or those after the first `since`. */
  | { command: "applied"; since?: number }
  /** Set the receiver's clock (capability `clock`); ISO 8601. */
  | { command: "clock"; now: string }
  /** Disturb the next deliveries that come to this point (capability `faults`), `times` of them; default 1. */
  | { command: "fault"; at: FaultPoint; do: FaultAct; forMs?: number; times?: number };

/** A command as it travels: one JSON object a line, with the id its answer must carry. */
export type Message = (Command | ReceiverCommand) & { id: number };

export const outcomes = ["succeeded", "failed", "pending", "unknown", "conflict", "absent"] as const;
export type OutcomeWord = (typeof outcomes)[number];

/** What a connector says of one business key. */
export interface Claim {
  outcome: OutcomeWord;
  reference?: string;
  reason?: string;
  needsHuman?: boolean;
}

/** One business effect of an event, as it stands in the receiver's own data. */
export interface AppliedEffect {
  event: string;
  /** The tenant, where there are several. */
  source?: string;
  /** What the receiver keeps as the outcome of this event. */
  result?: Json;
}

/** What a receiver's business data are at a moment. */
export interface Applied {
  /** In order of effect; an effect made twice stands there twice. */
  applied: AppliedEffect[];
  /** Events durably taken and not yet applied. */
  accepted: string[];
  /** Anything that says what the business data are: equal before and after what may have no effect. */
  state: Json;
  /** How often a disturbance that was ordered has been met, since the process started. */
  met: number;
  /** How many deliveries are held up by one now. */
  held: number;
}

export type Answer =
  /** To `open`, by a receiver with where it listens; also to `clock` and `fault`: done. */
  | { id: number; protocol: 1; capabilities?: string[]; path?: string; port?: number }
  | ({ id: number } & Applied)
  | ({ id: number } & Claim)
  | { id: number; outcomes: Record<string, Claim> }
  | { id: number; error: string };
