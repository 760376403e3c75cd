import type { OutcomeWord } from "../core/protocol.js";
import type { DeclaredError, Operation } from "./model.js";
import { findingLookups, isGuarded, isRemembered, keyCoversLostAnswer } from "./retry-safety.js";

/** What lookups made since the last send have shown. */
export type LookupResult = "none" | "absent" | "found-ours" | "found-several" | "found-other";

/** How sure a connector can be about one write, and from what. Times are ms. */
export type StateOfKnowledge =
  | { knows: "nothing-sent" }
  /** Connection refused, name not found. */
  | { knows: "not-sent" }
  /** Refused, and there is no effect. `error` is null for a refusal that the contract does not list. */
  | { knows: "refused"; error: DeclaredError | null; status: number }
  | Ambiguity
  /** The provider says that the first request under this key is still running. */
  | (Omit<Ambiguity, "knows"> & { knows: "in-flight" })
  | { knows: "mismatch" }
  /** A refusal that names an earlier effect under this key; whose it is shows when it is read. */
  | { knows: "original-named"; original: string | null; read: LookupResult }
  | { knows: "acknowledged" }
  /** What an acknowledgement promised has failed. */
  | { knows: "outcome-failed" }
  /** A receipt, a polled success, or an effect found that is ours. */
  | { knows: "receipt" };

/** It may or may not have happened. */
export interface Ambiguity {
  knows: "ambiguous";
  /** The error whose effect is `maybe`; null when there was no readable answer, or one that the contract does not list. */
  error: DeclaredError | null;
  /** Its status; null when no readable answer came. */
  status: number | null;
  /** Whether an idempotency key travelled with every send since it became ambiguous. */
  keySent: boolean;
  /** Since the key was first sent, or whatever the retention counts from. */
  keyAgeMs: number;
  /** The answers seen under this key that the provider would only replay. */
  rememberedFailureSeen: boolean;
  /** Some answer seen under this key was a failure that is not remembered: a repeat can act again. */
  unrememberedFailureSeen: boolean;
  lookup: LookupResult;
}

/** What a careful connector may do next. */
export interface Moves {
  /** `same-key`: only under the key already used, with the same payload; `any`: under that or another key, or without one. */
  send: "no" | "same-key" | "any";
  /** Whether a declared wait has to pass before sending. */
  waits: boolean;
  /** Whether looking the effect up can help. */
  lookup: boolean;
  /** The outcome words that are true now. `unknown` always is, where nothing better is known. */
  claims: readonly OutcomeWord[];
  /** Nothing is left to do but to hold it and flag it for a person. */
  hold: boolean;
  /** One sentence for people. */
  why: string;
  /** JSON Pointer to the place in the contract that it rests on. */
  pointer: string;
}

/** The table of next moves: from the contract and what is known, what a careful connector may do. Pure. */
export function nextMoves(operation: Operation, state: StateOfKnowledge): Moves {
  const base = `/operations/${operation.name}`;
  const moves = (rest: Partial<Moves> & Pick<Moves, "why" | "pointer">): Moves => ({
    send: "no",
    waits: false,
    lookup: false,
    claims: ["unknown"],
    hold: false,
    ...rest,
    pointer: base + rest.pointer,
  });
  const canLook = findingLookups(operation).length > 0;
  switch (state.knows) {
    case "nothing-sent":
      return moves({
        send: "any",
        claims: ["failed", "unknown"],
        why: "Nothing was sent yet: record the intention durably, then send.",
        pointer: "/request",
      });
    case "not-sent":
      return moves({
        send: "any",
        claims: ["failed", "unknown"],
        why: "It was certainly not sent: send again after a pause, or report `failed`.",
        pointer: "/request",
      });
    case "refused":
      return refused(operation, state.error, state.status, moves);
    case "mismatch":
      return moves({
        claims: ["conflict", "unknown"],
        why: "The key was used with another payload: stop and report `conflict`.",
        pointer: "/idempotency/mismatch",
      });
    case "original-named":
      return moves({
        send: "same-key",
        lookup: canLook,
        claims: originalClaims(operation, state),
        hold: state.read === "found-several",
        why: "The key is taken: read the original; if its content is ours it is the success, else `failed` or `conflict`.",
        pointer: "/idempotency/replay",
      });
    case "acknowledged":
      return moves({
        send: operation.idempotency === null ? "no" : "same-key",
        lookup: canLook,
        claims: ["pending", "unknown"],
        why: "An acknowledgement is not a receipt: await the outcome and report `pending` until it is known.",
        pointer: "/answer",
      });
    case "outcome-failed":
      return moves({
        claims: ["failed", "unknown"],
        why: "The provider says that it failed: report `failed`.",
        pointer: "/answer/outcome",
      });
    case "receipt":
      return moves({
        claims: ["succeeded"],
        why: "The effect exists: report `succeeded` with its receipt, and send nothing.",
        pointer: "/answer",
      });
    default:
      return unresolved(operation, state, canLook, moves);
  }
}

/** Whether the same key may still be sent: it was sent before, is remembered, and no failure can have slipped its memory. */
export function keyIsUsable(operation: Operation, state: Omit<Ambiguity, "knows">): boolean {
  const { idempotency } = operation;
  if (idempotency === null || !state.keySent) return false;
  const { forMs } = idempotency.retention;
  if (forMs !== null && state.keyAgeMs >= forMs) return false;
  if (state.error?.next === "retrySameKey") return true;
  if (state.unrememberedFailureSeen && !isGuarded(operation)) return false;
  return state.status !== null || keyCoversLostAnswer(operation);
}

/** Whether an answer of this status is a failure that took effect perhaps and that the provider would not replay. */
export function slipsMemory(operation: Operation, status: number): boolean {
  return status >= 400 && !isRemembered(operation, status);
}

type Build = (rest: Partial<Moves> & Pick<Moves, "why" | "pointer">) => Moves;

function refused(operation: Operation, error: DeclaredError | null, status: number, moves: Build): Moves {
  if (error === null) {
    return moves({
      claims: ["failed", "unknown"],
      why: `A ${status} that the contract does not list is final: report \`failed\` and do not send again unasked.`,
      pointer: "/errors",
    });
  }
  const pointer = errorPointer(operation, error);
  if (error.next === "stop" || error.next === "hold") {
    return moves({
      claims: ["failed", "unknown"],
      hold: error.next === "hold",
      why: `\`${error.name}\` is final: report \`failed\` and do not send again unasked.`,
      pointer,
    });
  }
  return moves({
    send: error.next === "retrySameKey" ? "same-key" : operation.idempotency === null ? "any" : "same-key",
    waits: error.after.length > 0,
    lookup: true,
    claims: ["failed", "unknown"],
    why: `\`${error.name}\` left no effect: send again after the declared wait, under the same key if there is one, or stop and report \`failed\`.`,
    pointer,
  });
}

function unresolved(
  operation: Operation,
  state: Omit<Ambiguity, "knows"> & { knows: "ambiguous" | "in-flight" },
  canLook: boolean,
  moves: Build,
): Moves {
  const found = fromLookup(operation, state.lookup, canLook, moves);
  if (found !== null) return found;
  if (keyIsUsable(operation, state)) {
    const waits = state.knows === "in-flight" || (state.error?.after.length ?? 0) > 0;
    return moves({
      send: "same-key",
      waits,
      lookup: canLook,
      why:
        state.knows === "in-flight"
          ? "The first request is still running: wait, then send the same key again, or look it up."
          : "It may have happened: the same key and the same payload again is safe while the key is remembered.",
      pointer: state.knows === "in-flight" ? "/idempotency/inFlight" : "/idempotency/retention",
    });
  }
  if (operation.nature !== "creates") {
    return moves({
      send: "any",
      waits: (state.error?.after.length ?? 0) > 0,
      lookup: canLook,
      why: "It may have happened, and repeating it is harmless: send it again.",
      pointer: "/nature",
    });
  }
  if (canLook) {
    return moves({
      lookup: true,
      why: "It may have happened, and no key covers a repeat: look it up; only a proven absence allows another send.",
      pointer: "/lookup",
    });
  }
  return moves({
    hold: true,
    why: "It may have happened, and the contract offers no way to find out: hold it as `unknown`, flag a person, send nothing.",
    pointer: operation.humanReconciliation === null ? "" : "/humanReconciliation",
  });
}

function fromLookup(
  operation: Operation,
  lookup: LookupResult,
  canLook: boolean,
  moves: Build,
): Moves | null {
  switch (lookup) {
    case "found-ours":
      return moves({
        claims: ["succeeded"],
        why: "It was found, and its content is ours: adopt it and report `succeeded`.",
        pointer: "/lookup",
      });
    case "found-several":
    case "found-other":
      return operation.idempotency === null
        ? moves({
            lookup: canLook,
            hold: true,
            why: "What was found is not proof: several match, or its content is not ours. Hold it and flag a person.",
            pointer: "/lookup",
          })
        : null;
    case "absent":
      return moves({
        send: "any",
        lookup: true,
        claims: ["failed", "unknown"],
        why: "Its absence is proven: it may be sent again, or reported `failed`.",
        pointer: "/lookup",
      });
    default:
      return null;
  }
}

function originalClaims(
  operation: Operation,
  state: { original: string | null; read: LookupResult },
): OutcomeWord[] {
  if (state.read === "found-ours") return ["succeeded"];
  if (state.read === "found-other") return ["failed", "conflict", "unknown"];
  if (state.read === "found-several") return ["unknown"];
  // Under a key of our own making the original can only be ours; a natural key may be somebody else's.
  const named = state.original !== null && operation.idempotency?.is === "key";
  return named ? ["succeeded", "unknown"] : ["unknown"];
}

/** Where a listed error stands in the contract, below its operation. */
export function errorPointer(operation: Operation, error: DeclaredError): string {
  return `/errors/${Math.max(0, operation.errors.indexOf(error))}`;
}
