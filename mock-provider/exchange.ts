import type { Context } from "./koa.js";
import type { Role } from "../src/core/history.js";
import type { Phase } from "../src/core/phase.js";
import type { Answer } from "./answers.js";
import type { Connection, OpenRequest } from "./connection.js";
import type { Caller } from "./credentials.js";
import type { WireAnswer, WirePlan } from "./fault.js";
import type { GraphqlCall } from "./graphql/call.js";
import type { Asked } from "./names.js";
import type { ReadBody } from "./request-body.js";
import type { Target } from "./routes.js";

/** Who produced an answer, as the journal says it. */
export type AnsweredBy = "contract" | "replay" | "declared-error" | "refusal" | "fault";

/** An answer and where it comes from. */
export interface Outgoing {
  answer: Answer;
  by: AnsweredBy;
  name: string | null;
  /** Something between the provider and the client says it: the provider's own headers are not on it. */
  isForeign?: boolean;
  found?: { effects: string[]; lagging: string[]; lastPage: boolean; incomplete: boolean };
}

/** A value, or a promise of it when something has to be waited for: waiting for nothing is not free. */
export type Soon<T> = T | Promise<T>;

/** One request in its life at the provider. */
export interface Exchange extends Asked, OpenRequest {
  call: GraphqlCall | null;
  id: number;
  connection: Connection;
  onConnection: number;
  count: number;
  ctx: Context;
  /** The path leads somewhere; only the body of a GraphQL request can then still have no target. */
  isAtRoute: boolean;
  target: Target | null;
  role: Role;
  method: string;
  path: string;
  read: ReadBody;
  caller: Caller | null;
  /** Why the caller is not let in; null when it is. */
  unauthorized: string | null;
  /** For the token endpoint: the header by which the client names itself, which is masked elsewhere. */
  authorization: string | undefined;
  phase: Phase;
  /** Wall time at which it was read, ms. */
  receivedAt: number;
  /** A reset makes what belongs to an older epoch end without effect. */
  epoch: number;
  isAnswered: boolean;
  /** The client gets no answer, though the provider may go on. */
  isMuted: boolean;
  replacement: { answer: Answer; by: "provider" | "gateway"; name: string | null } | null;
  wire: ((answer: WireAnswer) => WirePlan) | null;
  leaveOutMatches: boolean;
  outcome: "succeeded" | "failed" | "never" | null;
}
