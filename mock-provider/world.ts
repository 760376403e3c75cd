import type { Socket } from "node:net";
import type { Contract } from "../src/contract/model.js";
import type { Role } from "../src/core/history.js";
import type { Journal } from "../src/core/journal.js";
import type { Connection } from "./connection.js";
import type { Accounts } from "./credentials.js";
import type { EffectStore } from "./effect-store.js";
import type { Exchange } from "./exchange.js";
import type { Answer } from "./answers.js";
import type { GraphqlCall } from "./graphql/call.js";
import type { Ids } from "./ids.js";
import type { Json } from "../src/core/json.js";
import type { KeyLayer } from "./idempotency.js";
import type { KeyMemory } from "./key-memory.js";
import type { Listener } from "./listener.js";
import type { Scope } from "./names.js";
import type { CompiledOperation } from "./operation.js";
import type { Outcomes } from "./outcomes.js";
import type { Stagehands } from "./stagehands.js";
import type { Subjects } from "./subjects.js";
import type { VirtualClock } from "./virtual-clock.js";

/** What the parts of one provider share. */
export interface World {
  contract: Contract;
  operations: readonly CompiledOperation[];
  keyLayers: ReadonlyMap<string, KeyLayer>;
  ids: Ids;
  clock: VirtualClock;
  journal: Journal;
  accounts: Accounts;
  /** Where tokens are given; null when the contract has no such place. */
  tokenPath: string | null;
  effects: EffectStore;
  keys: KeyMemory;
  outcomes: Outcomes;
  stagehands: Stagehands;
  listener: Listener;
  connectionOf(socket: Socket): Connection | undefined;
  nextRequest: number;
  /** Requests seen by operation and role. */
  counts: Map<Role, Map<CompiledOperation | null, number>>;
  refusals: Record<"unauthorized" | "notFound" | "invalid", (scope: Scope) => Answer>;
  /** How an access token is refused that is no longer good; null where none ends. */
  expired: ((scope: Scope) => Answer) | null;
  /** On every answer. */
  headers: (scope: Scope) => [string, string][];
  scaled: { lagMs?: number; outcomeMs?: number };
  /** Grows with each reset. */
  epoch: number;
  subjects: Subjects;
  /** Reads the body of a GraphQL request; null when the contract has none. */
  readCall: ((body: Json) => GraphqlCall | { problem: string }) | null;
  onBug: (error: unknown) => void;
  scope(exchange: Exchange, more?: Scope["more"]): Scope;
}
