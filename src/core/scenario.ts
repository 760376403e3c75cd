import type { JsonObject } from "./json.js";
import type { Phase } from "./phase.js";
import type { Capability } from "./protocol.js";

/** Which request a fault or a crash waits for. Requests are counted per operation and role, from 1. */
export interface RequestMatch {
  /** Default: the operation under test. */
  operation?: string;
  /** Default: `write`. */
  role?: "write" | "lookup" | "poll" | "token" | "any";
  /** Which one, counted from the moment of arming; default: the first. `every` matches as long as it is armed. */
  nth?: number | "every";
  businessKey?: string;
  key?: string;
  /** Only requests that reuse a kept-alive connection. */
  reusedConnection?: boolean;
  /** Only lookups that ask for a page of a list after the first. */
  furtherPage?: boolean;
}

export interface Perform {
  businessKey: string;
  /** Default: the operation under test. */
  operation?: string;
  /** `varied`: the field that `varies` names is changed, unless one of the next two says what is. */
  payload?: "example" | "varied";
  /** JSON Pointer to another field of the body, which is changed instead. */
  field?: string;
  /** The parameter of the path that is changed instead. */
  parameter?: string;
  /** Which of the two accounts the credentials belong to; default `first`. A second account is a second process with its own state. */
  account?: "first" | "second";
}

/** One step of a scenario: data, so that it can be stored, shrunk and replayed. */
export type Step =
  | {
      step: "fault";
      fault: string;
      at: Phase;
      on?: RequestMatch;
      options?: JsonObject;
      /** When it ends: by itself after this many firings (default 1), also during `settle`; or when `settle` begins. */
      times?: number | "untilSettle";
      /** The scenario is also conclusive if it never fires. */
      optional?: boolean;
    }
  | ({ step: "perform" } & Perform)
  /** All at the same moment; `processes`: each in its own process on one state directory. */
  | { step: "together"; performs: Perform[]; processes: boolean }
  /** Kill the connector's process group when the request reaches the phase; the provider holds it there, then goes on. */
  | { step: "crash"; at: Phase; on?: RequestMatch; optional?: boolean }
  /** Kill it now, between messages. */
  | { step: "kill" }
  | { step: "restart" }
  | { step: "advance"; byMs: number }
  /** The connector is left alone while real time passes: what it does now, nobody asked it for. */
  | { step: "idle"; forMs: number }
  /** An effect that looks similar, planted at the provider. */
  | {
      step: "decoy";
      businessKey: string;
      /** What it shares with the real one. `same-content`: another reference, everything else equal; `same-reference`: equal
       * reference, other content; `twin`: equal in everything; `near-reference`: a reference that a loose search also finds. */
      like: "same-content" | "same-reference" | "twin" | "near-reference";
      count?: number;
      /** Planted when the operation's next effect is committed rather than now. */
      beside?: boolean;
    }
  /**
   * The access tokens of an account (default `first`) expire now, without moving the clock. `revoked`: whatever else was
   * issued to it ends, too, as if somebody took the connector's access back.
   */
  | { step: "expireToken"; account?: "first" | "second"; revoked?: boolean }
  /** The provider removes the effect of a business key, as if somebody deleted it. */
  | { step: "remove"; businessKey: string }
  /** Once; or `times`: again and again while faults last, as long as something is unresolved, at most so often. */
  | { step: "reconcile"; times?: number }
  | { step: "inspect"; businessKey: string }
  /** Faults armed `untilSettle` end; reconcile and advance until nothing is unresolved or the passes are used up. */
  | { step: "settle" };

export type StepName = Step["step"];

/** One scenario with one parameter fixed: its own result. */
export type Variant = {
  /** Null when the scenario has no variants. Full name: `<scenario>/<variant>`. */
  name: string | null;
} & ({ steps: Step[]; needs?: Capability[] } | { notApplicable: string });
