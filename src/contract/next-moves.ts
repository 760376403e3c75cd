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
  | Unresolved
  | { knows: "mismatch" }
  /** A refusal that names an earlier effect under this key; whose it is shows when it is read. */
  | { knows: "original-named"; original: string | null; read: LookupResult }
  | { knows: "acknowledged" }
  /** What an acknowledgement promised has failed. */
  | { knows: "outcome-failed" }
  /** A receipt, a polled success, or an effect found that is ours. */
  | { knows: "receipt" };

/** It may or may not have happened. */
export interface Unresolved {
  /** `in-flight`: the provider says that the first request under this key is still running. */
  knows: "ambiguous" | "in-flight";
  /** Whether one idempotency key travelled with every send since it became ambiguous. */
  keySent: boolean;
  /** Since the first send under that key, or whatever the retention counts from. */
  keyAgeMs: number;
  /** The failures that were readable, oldest first; none when no answer came. */
  failures: readonly Failure[];
  /** Whether some send got no readable answer at all. */
  answerLost: boolean;
  lookup: LookupResult;
}

/** A readable answer that says "no" or "perhaps"; `error` is null when the contract does not list it. */
export interface Failure {
  status: number;
  error: DeclaredError | null;
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

/**
 * Whether the same key may still be sent: it was sent before, is remembered, no failure can have slipped its memory, and
 * none was listed as one to be held.
 */
export function keyIsUsable(operation: Operation, state: Unresolved): boolean {
  const { idempotency } = operation;
  if (idempotency === null || !state.keySent) return false;
  const { forMs } = idempotency.retention;
  if (forMs !== null && state.keyAgeMs >= forMs) return false;
  if (state.failures.some(({ error }) => error?.next === "hold")) return false;
  if (state.knows === "in-flight") return true;
  if (state.failures.some((failure) => slipsMemory(operation, failure))) return false;
  return !state.answerLost || keyCoversLostAnswer(operation);
}

/** Whether sending the key again can only bring back a failure that was seen already. */
export function keyIsPointless(operation: Operation, state: Unresolved): boolean {
  return state.failures.some(
    ({ status, error }) =>
      isRemembered(operation, status, error) && error?.next !== "retry" && error?.next !== "retrySameKey",
  );
}

/** Whether the effect may exist while its key is not remembered, so that a repeat would act again. */
function slipsMemory(operation: Operation, { status, error }: Failure): boolean {
  if (error === null ? status < 500 : error.effect === "none" || error.next === "retrySameKey") return false;
  return !isRemembered(operation, status, error) && !isGuarded(operation);
}

type Build = (rest: Partial<Moves> & Pick<Moves, "why" | "pointer">) => Moves;

function refused(operation: Operation, error: DeclaredError | null, status: number, moves: Build): Moves {
  if (error === null) {
    return moves({
      claims: ["failed", "unknown"],
      why: `The status ${status}, which the contract does not list, is final: report \`failed\` and do not send again unasked.`,
      pointer: "/errors",
    });
  }
  const pointer = errorPointer(operation, error);
  if (error.next === "stop" || error.next === "hold") {
    return moves({
      claims: ["failed", "unknown"],
      hold: error.next === "hold",
      why: `The refusal \`${error.name}\` is final: report \`failed\` and do not send again unasked.`,
      pointer,
    });
  }
  return moves({
    send: operation.idempotency === null || isRemembered(operation, status, error) ? "any" : "same-key",
    waits: error.after.length > 0,
    lookup: true,
    claims: ["failed", "unknown"],
    why: `The refusal \`${error.name}\` left no effect: send again after the declared wait, under the same key if there is one, or stop and report \`failed\`.`,
    pointer,
  });
}

function unresolved(operation: Operation, state: Unresolved, canLook: boolean, moves: Build): Moves {
  if (state.lookup === "found-ours") {
    return moves({
      claims: ["succeeded"],
      why: "It was found, and its content is ours: adopt it and report `succeeded`.",
      pointer: "/lookup",
    });
  }
  if (state.lookup === "absent") {
    return moves({
      send: "any",
      lookup: true,
      claims: ["failed", "unknown"],
      why: "Its absence is proven: it may be sent again, or reported `failed`.",
      pointer: "/lookup",
    });
  }
  const waits = (state.failures.at(-1)?.error?.after.length ?? 0) > 0;
  const pointless = keyIsPointless(operation, state);
  if (keyIsUsable(operation, state) && !(pointless && operation.nature !== "creates")) {
    const running = state.knows === "in-flight";
    return moves({
      send: "same-key",
      waits: waits || running,
      lookup: canLook,
      hold: pointless && !canLook,
      why: running
        ? "The first request is still running: wait, then send the same key again, or look it up."
        : pointless
          ? "A failure that the provider remembers was seen: the key can only bring it back again, so look it up."
          : "It may have happened: the same key and the same payload again is safe while the key is remembered.",
      pointer: running ? "/idempotency/inFlight" : "/idempotency/retention",
    });
  }
  if (operation.nature !== "creates") {
    return moves({
      send: "any",
      waits,
      lookup: canLook,
      why: "It may have happened, and repeating it is harmless: send it again.",
      pointer: "/nature",
    });
  }
  if (state.lookup === "found-several" || state.lookup === "found-other") {
    return moves({
      lookup: canLook,
      hold: true,
      why: "What was found is not proof: several match, or its content is not ours. Hold it and flag a person.",
      pointer: "/lookup",
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
