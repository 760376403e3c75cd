import type { EntryOf } from "../../src/core/history.js";
import type { Json } from "../../src/core/json.js";

/** What a told write does; everything has a default that suits a success. */
export interface Told {
  key?: string | null;
  body?: Json;
  /** The id of the effect it leaves behind, or false. Default: `eff_<n>`. */
  commits?: string | false;
  as?: "first" | "replay" | "in-flight" | "mismatch" | "keyless" | "expired";
  /** Default: the success of the contract. `lost`: no answer; `cut`: not all of it. */
  answer?: "success" | "lost" | "cut" | { status: number; body?: Json; headers?: Record<string, string> };
  by?: "contract" | "replay" | "declared-error" | "refusal" | "fault";
  /** The name that the journal gives the answer. */
  name?: string;
  connection?: number;
  onConnection?: number;
  operation?: string;
  account?: string;
  /** The answer comes later: `finish` writes it. */
  open?: boolean;
}

type Bare<K extends "request-received" | "request-answered"> = Omit<EntryOf<K>, "seq" | "at" | "wall">;

/** A request with nothing in it, to be filled in. */
export const anyRequest: Omit<Bare<"request-received">, "request" | "connection" | "role" | "operation"> = {
  kind: "request-received",
  onConnection: 1,
  count: 1,
  lookup: null,
  method: "GET",
  path: "/",
  query: {},
  parameters: {},
  headers: {},
  body: null,
  bodyBytes: 0,
  bodyHash: "",
  account: "acct_1",
  key: null,
  reference: null,
};

/** A whole answer of the provider, to be filled in. */
export const anyAnswer: Omit<Bare<"request-answered">, "request"> = {
  kind: "request-answered",
  status: 200,
  headers: {},
  body: null,
  by: "contract",
  name: null,
  complete: true,
  tookMs: 1,
};
