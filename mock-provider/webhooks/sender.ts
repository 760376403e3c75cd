import type { Contract } from "../../src/contract/model.js";
import type {
  DeliveryEnd,
  DeliveryOrder,
  EventOrder,
  SourceName,
  VariantId,
} from "../../src/core/delivery.js";
import type { Journal } from "../../src/core/journal.js";
import type { Json } from "../../src/core/json.js";
import type { Clock } from "../clock.js";

/** The sending half of a mock provider: what the runner, the control API and the tests may do with it. */
export interface WebhookSender {
  journal: Journal;
  clock: Clock;
  sources: Record<SourceName, Source>;
  /** Where deliveries go from now on; a source may have a URL of its own. Refused with a KitError when it is none. */
  pointTo(url: string, source?: SourceName): void;
  /** Something happens at the provider. Refused with a KitError when the kind or a name is unknown, or the name was used. */
  make(order: EventOrder): MadeEvent;
  /** Why a variant says nothing about deliveries of this contract (or of this event); null when it can be sent. */
  lacks(as: VariantId, event?: string): string | null;
  /** Sends one delivery and waits for its end. Refused with a KitError when the variant is unknown or does not apply. */
  deliver(order: DeliveryOrder): Promise<Delivered>;
  /** Sends several at one moment: each is held on a connection of its own but for its last byte, then all are let go. */
  together(orders: readonly DeliveryOrder[]): Promise<Delivered[]>;
  /** Delivers until the receiver takes it, refuses it for good, or the provider gives up, by the contract's schedule on the clock. */
  keepDelivering(order: DeliveryOrder): Campaign;
  /** The event will not be delivered again: its name is free, and memory, too. */
  forget(event: string): void;
  /** Makes a new secret for a source. Both are valid until `endRotation`. */
  rotate(source: SourceName): Source;
  /** The oldest secret of a source is no longer used. */
  endRotation(source: SourceName): Source;
  /** Forgets all events and deliveries and stops what is on its way; secrets and addresses stay. */
  reset(): void;
  /** Ends every connection and timer. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Whose events they are: a tenant, an account. */
export interface Source {
  /** What `applied` calls it, and what stands at `source.named`. */
  name: string;
  /** In the provider's own format, newest first. What a receiver verifies with; for key pairs the public half. */
  secrets: string[];
}

export interface MadeEvent {
  name: string;
  kind: string;
  source: SourceName;
  /** As `applied` must name it. */
  identity: string;
  content: Json;
}

export interface Delivered {
  /** The number that the journal uses. */
  delivery: number;
  end: DeliveryEnd;
  /** Whether the contract calls this end a success. */
  success: boolean;
}

/** One event (or batch) on its way until it is over. */
export interface Campaign {
  /** Resolves when the provider will not try again; `last` is null when it was stopped before the first attempt. */
  over: Promise<{ because: "success" | "final" | "exhausted" | "stopped"; last: Delivered | null }>;
  /** Tries no more. */
  stop(): void;
}

export interface SenderOptions {
  /** Where deliveries go; may be set later with `pointTo`. */
  url?: string;
  /** Virtual start time, ms since the epoch; default: now. Not used with `clock`. */
  startAt?: number;
  /** Seeds generated ids and secrets. */
  seed?: number;
  /** Default: of its own. */
  clock?: Clock;
  journal?: Journal;
  /** Names of the two sources; default `acme` and `globex`. */
  sources?: Record<SourceName, string>;
  /** Secrets of the first source, newest first, instead of generated ones. */
  secrets?: string[];
  /** How long an answer is waited for where the contract does not say, real ms; default 10,000. */
  waitMs?: number;
}

/** Throws KitError("contract") when the contract has no `webhooks`. */
export type StartSender = (contract: Contract, options?: SenderOptions) => WebhookSender;
