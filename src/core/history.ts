import type { Defect, LossOf, VariantId } from "./delivery.js";
import type { Json, JsonObject } from "./json.js";
import type { Phase } from "./phase.js";
import type { Applied, Capability, Claim, Command, FaultPoint, Timing } from "./protocol.js";
import type { ReceiverStep } from "./receiver-step.js";
import type { Step } from "./scenario.js";

/** When and in what order something happened. */
export interface Stamp {
  /** Position in the journal, from 1, without gaps. */
  seq: number;
  /** The provider's (movable) clock, ms since the epoch. */
  at: number;
  /** Real time, ms since the world was made; monotonic. */
  wall: number;
}

/** What a write left behind at the provider: the ground truth. */
export interface Effect {
  id: string;
  operation: string;
  account: string;
  /** The request's content: body and path parameters as the provider understood them. */
  content: Json;
  parameters: Record<string, string>;
  /** What travelled at `request.reference`. */
  reference: string | null;
  /** Every true name of the effect, the receipt first; compared as strings. */
  names: string[];
  representation: Json;
  /** Made by the kit to resemble another effect, not by a request of the connector. */
  planted: boolean;
}

/** What a request is for, as the contract's routes say. */
export type Role = "write" | "lookup" | "poll" | "token" | "none";

/** Facts the provider records. Nothing here is an opinion. */
export type ProviderEntry =
  | { kind: "connection-opened"; connection: number }
  | { kind: "connection-closed"; connection: number; by: "connector" | "provider"; how: "fin" | "rst" }
  | {
      kind: "request-received";
      request: number;
      connection: number;
      /** 1 for the first request on its connection. */
      onConnection: number;
      /** Counted per operation and role: 1 for the first write of `createTicket`. */
      count: number;
      operation: string | null;
      role: Role;
      /** Index into the operation's lookups when the role is `lookup`. */
      lookup: number | null;
      method: string;
      path: string;
      query: Record<string, string>;
      parameters: Record<string, string>;
      /** Lower-case names; secrets are masked. */
      headers: Record<string, string>;
      body: Json;
      bodyBytes: number;
      /** SHA-256 of the raw bytes, hex. */
      bodyHash: string;
      account: string | null;
      key: string | null;
      reference: string | null;
      /** For OAuth: which issued token it bears (for a refresh: which refresh token), as `credential 3`; null for none that was issued. */
      credential?: string | null;
    }
  | { kind: "request-refused"; request: number; refusal: string; reason: string }
  | {
      kind: "request-admitted";
      request: number;
      /** How the idempotency layer took it. `keyless` where the operation has none or no key was sent. */
      as: "first" | "replay" | "in-flight" | "mismatch" | "keyless" | "expired";
      /** The request that first used the key. */
      original: number | null;
    }
  | { kind: "effect-committed"; request: number | null; effect: Effect }
  | { kind: "effect-removed"; request: number | null; effect: string; operation: string }
  /** What was acknowledged: its effect is committed with the request; a failed outcome removes it and `effect` is null. */
  | { kind: "outcome-settled"; ticket: string; effect: string | null; outcome: "succeeded" | "failed" }
  | {
      kind: "request-answered";
      request: number;
      status: number;
      headers: Record<string, string>;
      body: Json;
      /** What produced it. */
      by: "contract" | "replay" | "declared-error" | "refusal" | "fault";
      /** The name in `errors:` or the refusal, when `by` says so. */
      name: string | null;
      /** For lookups: what was in the answer, before paging and faults. */
      found?: { effects: string[]; lagging: string[]; lastPage: boolean; incomplete: boolean };
      /** Whether every byte was handed to the socket, unaltered. */
      complete: boolean;
      /** ms, set when the answer was slowed down: between receipt of the request and the last byte. */
      tookMs: number;
    }
  /** An OAuth token was issued, at the start (no request) or by a refresh. */
  | {
      kind: "credential-issued";
      request: number | null;
      credential: string;
      type: "accessToken" | "refreshToken";
      account: string;
      /** The refresh token it was got with; null at the start. */
      by: string | null;
      /** When an access token ends by itself, on the provider's clock; null for never. */
      expiresAt: number | null;
    }
  /** It is no longer good, though its time was not over: `rotated` and `invalidated` by a refresh, `revoked` with its whole family. */
  | {
      kind: "credential-ended";
      request: number | null;
      credential: string;
      why: "expired" | "rotated" | "invalidated" | "revoked";
    }
  | { kind: "request-abandoned"; request: number; phase: Phase }
  | { kind: "fault-armed"; fault: string; armed: number; options: JsonObject; phase: Phase }
  | {
      kind: "fault-fired";
      fault: string;
      armed: number;
      request: number | null;
      connection: number | null;
      phase: Phase;
    }
  | { kind: "fault-disarmed"; fault: string; armed: number }
  | { kind: "request-held"; request: number; phase: Phase }
  | { kind: "request-released"; request: number; phase: Phase }
  | { kind: "clock-moved"; byMs: number }
  | { kind: "evicted"; what: "effects" | "keys"; count: number }
  | WebhookEntry;

/** What the provider did about its own events. Secrets never stand here. */
export type WebhookEntry =
  /** Something happened at the provider that a receiver will be told of. */
  | {
      kind: "event-made";
      /** How the scenario calls it. */
      event: string;
      eventKind: string;
      source: string;
      /** What a receiver must deduplicate on, as text; within its source. */
      identity: string;
      content: Json;
      /** Where the contract tells which event is newer: of which object it speaks, and its age as the field holds it. */
      order: { per: Json; age: Json } | null;
    }
  | { kind: "delivery-scheduled"; events: string[]; attempt: number; dueAt: number }
  /** The request is with the system: every byte of it unless `complete` is false. */
  | {
      kind: "delivery-sent";
      /** Counted from 1 in every world. */
      delivery: number;
      /** Names and identities of the events in it, in order. */
      events: string[];
      identities: string[];
      source: string;
      /** 1 for the first delivery of these events; forgeries and misdeliveries count, too. */
      attempt: number;
      as: VariantId;
      defects: Defect[];
      url: string;
      method: string;
      /** Lower-case names. */
      headers: Record<string, string>;
      /** What stands at `delivery`, where the provider has such an id. */
      deliveryId: string | null;
      body: string;
      bodyBytes: number;
      /** SHA-256 of the body as it is once content codings are taken off, hex. */
      bodyHash: string;
      complete: boolean;
    }
  | {
      kind: "delivery-answered";
      delivery: number;
      status: number;
      headers: Record<string, string>;
      /** Its first 64 KiB, read as JSON where it is some; otherwise a text. */
      body: Json;
      /** Whether the contract calls this status a success. */
      success: boolean;
      /** From the moment the whole request was sent to the last byte of the answer, real ms. */
      tookMs: number;
    }
  | { kind: "delivery-lost"; delivery: number; how: LossOf; tookMs: number }
  /** The provider will not try again. */
  | {
      kind: "delivery-ended";
      events: string[];
      attempts: number;
      because: "success" | "final" | "exhausted";
    };

/** What the runner saw of the connector. */
export type RunnerEntry =
  | { kind: "step"; index: number; step: Step }
  /** The scenario was played to its end; a history without it was cut. Only endings of connections and processes follow. */
  | { kind: "ended" }
  | { kind: "process-started"; process: number; pid: number; reused: boolean }
  | { kind: "process-killed"; process: number; why: string }
  | { kind: "process-exited"; process: number; code: number | null; signal: string | null }
  | { kind: "asked"; process: number; id: number; ask: Command }
  /** `account`: whose credentials the process was given; absent in histories of before. */
  | { kind: "capabilities"; process: number; account?: "first" | "second"; capabilities: Capability[] }
  /** One entry per business key an answer spoke of. */
  | {
      kind: "claimed";
      process: number;
      id: number;
      command: "perform" | "reconcile" | "inspect";
      businessKey: string;
      claim: Claim;
    }
  | { kind: "threw"; process: number; id: number; error: string }
  /** A `reconcile` that had nothing to say. */
  | { kind: "answered-nothing"; process: number; id: number }
  /** The message was open when the process ended: no claim. */
  | { kind: "unanswered"; process: number; id: number; why: "exited" | "killed" | "patience" | "protocol" }
  /** `contradicts`: the message that it had answered otherwise before. */
  | { kind: "misbehaved"; process: number; what: string; contradicts?: number }
  | { kind: "logged"; process: number; stream: "stdout" | "stderr"; text: string }
  | ReceiverEntry;

/** What the runner saw of a receiver. */
export type ReceiverEntry =
  | { kind: "receiver-step"; index: number; step: ReceiverStep }
  | { kind: "receiver-opened"; process: number; port: number | null; path: string }
  /** Its business data, with everything that it had accepted applied, unless `accepted` still names some. */
  | ({ kind: "applied-read"; process: number } & Applied)
  /** A delivery under way has come to the point where the kit wanted it disturbed. */
  | { kind: "disturbance-met"; process: number; point: FaultPoint; met: number };

export type Entry = Stamp & (ProviderEntry | RunnerEntry);
export type EntryKind = Entry["kind"];
export type EntryOf<K extends EntryKind> = Extract<Entry, { kind: K }>;

/** Everything that happened in one scenario run; with it the verdict can be found again at any time. */
export interface History {
  version: 1;
  contract: { file: string; source: string };
  connector: string;
  operation: string;
  scenario: string;
  seed: number;
  timing: Timing;
  patienceMs: number;
  capabilities: Capability[];
  steps: Step[];
  /** A scenario that could not be played: why. The verdict is then inconclusive. */
  unplayable: string | null;
  entries: Entry[];
}

/** The same for a receiver: everything the provider sent it, what it answered, and what its business data were. */
export interface ReceiverHistory extends Omit<History, "steps" | "timing"> {
  direction: "receives";
  /** Always `webhooks`. */
  operation: "webhooks";
  steps: ReceiverStep[];
}

/** Narrows entries to one kind. */
export function only<K extends EntryKind>(entries: readonly Entry[], kind: K): EntryOf<K>[] {
  return entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);
}
