import type { Json, JsonObject } from "../core/json.js";
import type { Place, Stated } from "./stated.js";
import type { Webhooks } from "./webhooks-model.js";

export type { Place, Stated } from "./stated.js";
export type { Webhooks } from "./webhooks-model.js";

/**
 * A contract as the kit works with it: short and long forms unified, durations in milliseconds, defaults filled in.
 * `load.ts` makes it from YAML; the mock provider enacts it, the rules judge by it, the docs print it.
 */
export interface Contract {
  /** The provider id: the file name without its extension. */
  id: string;
  /** The path as the user gave it. */
  file: string;
  /** The YAML text, kept so that a stored history can be judged again without the file. */
  source: string;
  provider: ProviderInfo;
  credentials: Credentials;
  operations: Operation[];
  /** Absent when the contract has none. */
  webhooks?: Webhooks;
  /** Every value that states a provider's behaviour, with its basis. */
  facts: Fact[];
  /** Where a value stands in the YAML, by JSON Pointer (`/operations/createTicket/idempotency`). Falls back to the nearest parent. */
  locate(pointer: string): Location;
}

/** A place in a file; line and column start at 1. */
export interface Location {
  file: string;
  line: number;
  column: number;
}

/** One stated behaviour and why we believe it. `undocumented` facts have a null value and what the mock enacts in `assume`. */
export interface Fact {
  pointer: string;
  value: Json;
  basis: "documented" | "observed" | "assumed" | "undocumented";
  source: string | null;
  assume: Json;
}

export interface ProviderInfo {
  name: string;
  docs: string | null;
  baseUrl: string | null;
  /** ISO date (YYYY-MM-DD) on which somebody last held the file against the documentation. */
  reviewed: string | null;
  /** Sent on every answer; values are templates. */
  headers: Record<string, string>;
  /** The provider's own wording for what the kit itself refuses. Always complete: defaults are filled in. */
  refusals: Record<RefusalName, AnswerTemplate>;
}

export type RefusalName = "unauthorized" | "notFound" | "invalid" | "gateway";

/** A status, headers and body to send; strings inside are templates. `body: undefined` means an empty body. */
export interface AnswerTemplate {
  status: number;
  headers: Record<string, string>;
  body?: Json;
}

export interface Credentials {
  scheme: "bearer" | "basic" | "header" | "query" | "oauth2" | "none";
  /** Where a credential may stand, one list entry per place; two headers have two entries with one `part` each. */
  accepts: CredentialPlace[];
  /** Names of the parts handed to the connector, e.g. `["token"]` or `["username", "password"]`. */
  parts: string[];
  /** A template for issued secrets, e.g. `sk_test_{{alphanumeric 24}}`. */
  format: string;
  account: { in: "credential" } | { in: "header"; name: string } | { in: "path"; name: string };
  /** How access tokens are got and how they end; null unless the scheme is `oauth2`. */
  oauth: OAuth | null;
}

/** Access tokens that expire, and the refresh that replaces them: RFC 6749. */
export interface OAuth {
  /** Where tokens are given, as the contract writes it: an absolute URL or a path. The mock enacts its path. */
  tokenUrl: string;
  /** How long an access token is good, ms. */
  lifetimeMs: Stated<number>;
  /** How the client names itself at the token endpoint. */
  clientAuth: Stated<"basic" | "body" | "none">;
  refresh: TokenRefresh;
  /** What an access token that is no longer good is refused with. */
  expired: AnswerTemplate;
  /** The last step before which it is looked at whether the token is good; promised null: it may be looked at after the commit. */
  checkedBefore: Stated<"key" | "commit">;
}

/** What a refresh does to the tokens that were there before it. */
export interface TokenRefresh {
  /** It gives a new refresh token, too. */
  rotates: Stated<boolean>;
  invalidates: Stated<TokenKind[]>;
  /** How long the old refresh token still works where the answer was lost, ms; 0 is not at all. */
  graceMs: Stated<number>;
  /** What becomes of a refresh token that was used already. */
  reuse: Stated<"refused" | "revokesFamily" | "accepted">;
}

export type TokenKind = "accessToken" | "refreshToken";

export interface CredentialPlace {
  in: "header" | "query";
  name: string;
  /** Any of these may stand before the credential; empty: the bare value. */
  prefix: string[];
}

export type Nature = "creates" | "sets" | "removes" | "reads";
export type BodyKind = "json" | "form" | "multipart" | "graphql" | "none";

export interface Operation {
  name: string;
  summary: string | null;
  nature: Nature;
  request: RequestShape;
  /** null when the contract says `idempotency: none`. */
  idempotency: Idempotency | null;
  answer: AnswerShape;
  effect: EffectShape;
  /** Empty when the contract says `lookup: none`. */
  lookups: Lookup[];
  /** The longest a request may still be running after the connector gave up, ms; null is "unpublished". */
  settlesWithinMs: Stated<number | null>;
  errors: DeclaredError[];
  compensation: { operation: string; windowMs: number | null } | null;
  /** null when the contract says `never`. */
  humanReconciliation: string | null;
}

/** How a route is recognised. Path: `{name}` is a parameter, `{.json}` optional text. */
export interface Route {
  method: string;
  path: string;
  /** Query parameters with templates; for recognition only the names count. */
  query: Record<string, string>;
  match: { body: Record<string, Json>; graphqlField: string | null };
  body: BodyKind[];
}

export interface RequestShape extends Route {
  /** Headers the provider insists on; null means any value. */
  headers: Record<string, string | null>;
  schema: JsonObject | null;
  /** JSON Pointer to where the business key travels; null when nowhere. */
  reference: string | null;
  example: {
    path: Record<string, string>;
    query: Record<string, string>;
    headers: Record<string, string>;
    body: Json;
  };
  /** JSON Pointer to the field that `conflicting-payload` and decoys change; null when there is none. */
  varies: string | null;
}

export type ScopePart = "account" | "credential" | "operation" | "environment" | "region" | (string & {});
export type AnswerKind = "success" | "clientError" | "serverError";

export interface Idempotency {
  key: {
    in: "header" | "body" | "query" | "path" | "graphqlDirective";
    /** Header, query or path name; a JSON Pointer for `body`. */
    name: string;
    minLength: number;
    maxLength: number | null;
    pattern: string | null;
    required: boolean;
  };
  is: "key" | "natural";
  scope: Stated<ScopePart[]>;
  retention: {
    is: "exact" | "floor" | "permanent" | "unpublished";
    /** How long a key is promised to be remembered, ms: null for `permanent`; for `unpublished` the `assume`d time. */
    forMs: number | null;
    from: "firstRequest" | "lastRequest" | "completion";
  };
  /** Empty: the payload is not compared. */
  fingerprint: ("method" | "path" | "body")[];
  remembers: Stated<AnswerKind[]>;
  /** Where nothing is promised, the careful reading is. */
  unremembered: Stated<"guarded" | "runsAgain">;
  replay: {
    gives: "storedAnswer" | "currentState" | "refusalNamingOriginal" | "refusal";
    /** null: as the first answer. */
    status: number | null;
    headers: Record<string, string>;
    body?: Json;
    original: { in: "body" | "header"; pointer: string; pattern: string | null } | null;
  };
  mismatch: Stated<AnswerTemplate | "newEffect" | "replay">;
  inFlight: Stated<AnswerTemplate>;
  checkedAfter: ("credentials" | "rateLimit" | "validation")[];
}

export interface AnswerShape {
  is: "receipt" | "acknowledgement";
  status: number;
  headers: Record<string, string>;
  receipt: (Place & { also: string[] }) | null;
  /** Pointer -> expected value; empty when the status alone says it. */
  success: Record<string, Json>;
  /** undefined: an empty body. */
  body?: Json;
  ticket: Place | null;
  outcome: Outcome | null;
}

export interface Outcome {
  by: "poll" | "webhook";
  /** For `poll`. */
  request: Route | null;
  /** For `webhook`: the kind of the event, and where the ticket stands in it. */
  event: string | null;
  ticket?: string;
  /** Where the state stands in the polled answer. */
  at: string;
  pending: Json[];
  succeeded: Json[];
  failed: Json[];
  /**
   * Where a final state is the same for success and failure: in a failed one something stands `at` this pointer of the
   * polled answer, such as what `is` says. Absent: `failed` tells.
   */
  failure?: { at: string; is: Json };
  /** Pointer to the receipt in the polled answer; null when the ticket is the receipt. */
  receipt: string | null;
  takesMs: number;
  /** The polled answer's body as a template; `{{state}}` is the current state. undefined: built from `at` and `receipt`. */
  body?: Json;
}

export interface EffectShape {
  /** A template; or taken from the request at a pointer. */
  id: { from: string | null; otherwise: string };
  /** What reads return; defaults to `answer.body`. */
  representation: Json;
}

export interface Lookup {
  by: "id" | "reference" | "scan";
  request: Route;
  /** For one object: pointer to it. */
  object: string | null;
  absent: AnswerTemplate;
  /** The envelope as a template with `{{representation}}` or `{{items}}`; undefined: built from `object` or `items`. */
  answer?: Json;
  /** For a list: pointer to it. */
  items: string | null;
  matching: "exact" | "prefix" | "contains" | "fuzzy";
  lag: { typicallyMs: number; atMostMs: Stated<number | null> };
  pages: Pages | null;
  complete: Stated<boolean>;
  /** Pointer -> value by which the provider says itself that matches are missing. */
  incomplete: Record<string, Json>;
}

export interface Pages {
  style: "cursor" | "page" | "offset" | "link" | "linkInBody";
  size: number;
  /** Pointer to the next cursor (or link, or a has-more flag) in the body; null for `link`. */
  next: string | null;
  /** The query parameter that carries the cursor, page number or offset; empty for `link` and `linkInBody`. */
  parameter: string;
  /**
   * For `cursor`: pointer within the last item of a page to the value that `parameter` carries for the next one
   * (`starting_after=<id of the last item>`). Then `next` points to a has-more flag. Absent: the cursor stands at `next`.
   */
  lastItem?: string;
  /** The query parameter by which a client may ask for smaller pages than `size`, e.g. `limit`. */
  sizeParameter?: string;
}

export type EffectOfError = "none" | "maybe" | "done";
export type NextStep = "stop" | "retry" | "retrySameKey" | "wait" | "lookup" | "hold";

export interface DeclaredError {
  name: string;
  status: number;
  headers: Record<string, string>;
  body?: Json;
  when: { body: Record<string, Json>; headers: Record<string, string> };
  effect: EffectOfError;
  next: NextStep;
  /** In order; the first that is present counts. */
  after: Wait[];
}

export type WaitFormat =
  "seconds" | "milliseconds" | "httpDate" | "epochSeconds" | "epochMilliseconds" | "iso8601";
export type Wait =
  | { header: string; formats: WaitFormat[] }
  | { pointer: string; formats: WaitFormat[] }
  | { fixedMs: number };
