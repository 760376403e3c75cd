import type { Contract } from "../src/contract/model.js";
import type { Effect, Entry } from "../src/core/history.js";
import type { Journal } from "../src/core/journal.js";
import type { JsonObject } from "../src/core/json.js";
import type { Phase } from "../src/core/phase.js";
import type { RequestMatch } from "../src/core/scenario.js";
import type { Clock } from "./clock.js";
import type { Fault } from "./fault.js";
import type { WebhookSender } from "./webhooks/sender.js";

/** A running mock provider: what the runner, the control API and the tests may do with it. */
export interface Provider {
  baseUrl: string;
  port: number;
  journal: Journal;
  clock: Clock;
  /** Two accounts exist in every world. The parts the contract names, and `account`: what was issued at the start. */
  credentials: { first: JsonObject; second: JsonObject };
  /** Every secret that was issued so far, for masking. */
  secrets(): string[];
  /** A journal entry as it may be shown or stored: no credential that was issued or presented stands in it. */
  masked(entry: Entry): Entry;
  /** OAuth access tokens of an account expire now; `revoked`: whatever was issued to it ends. */
  expireTokens(account: "first" | "second", revoked?: boolean): void;
  /** Refused with a KitError when the fault, its options, its phase or the operation is unknown. */
  arm(arming: Arming): Armed;
  /** The next matching request is held at the phase until released. */
  hold(on: RequestMatch, at: Phase): Hold;
  effects(): readonly Effect[];
  /** The sender of its events; null unless it was started with `webhooks`. */
  webhooks: WebhookSender | null;
  plant(effect: Planting): Effect;
  /** As if somebody deleted it at the provider. False when there is no such effect. */
  remove(effectId: string): boolean;
  /** Forgets effects, keys, journal, faults and clock moves. */
  reset(): void;
  /** Ends every connection and timer; under a second whatever is pending. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Arming {
  fault: string;
  at: Phase;
  /** Default: the first write of any operation. */
  on?: RequestMatch;
  options?: JsonObject;
  /** Default 1; Infinity until disarmed. */
  times?: number;
}

export interface Armed {
  /** The number the journal uses. */
  id: number;
  fired(): number;
  disarm(): void;
}

export interface Hold {
  /** Resolves with the request's number once it is held; null when the hold was released before one came. */
  reached: Promise<number | null>;
  release(): void;
}

export interface Planting {
  operation: string;
  account: "first" | "second";
  content: JsonObject;
  parameters: Record<string, string>;
  reference: string | null;
}

export interface ProviderOptions {
  /** Default 0: a free one is chosen. */
  port?: number;
  /** Virtual start time, ms since the epoch; default: now. */
  startAt?: number;
  /** Seeds generated ids and secrets; the same seed gives the same ones. */
  seed?: number;
  /** Times of the contract scaled down for connectors that cannot be given a clock, ms. */
  scaled?: { lagMs?: number; outcomeMs?: number };
  /** The most effects and keys kept; the oldest are evicted, and the journal says so. */
  keep?: number;
  journal?: Journal;
  /**
   * Where the provider's events go, and the first account's secrets, newest first, instead of generated ones. With it, outcomes
   * that come by webhook are delivered.
   */
  webhooks?: { url: string; secrets?: string[] };
  /** Told of a mistake of the kit's own (or of a fault's) while a request was served; default: prints it on stderr. */
  onBug?: (error: unknown) => void;
  /** What can be armed, by id; default: nothing. */
  faults?: ReadonlyMap<string, Fault>;
}

export type StartProvider = (contract: Contract, options?: ProviderOptions) => Promise<Provider>;
