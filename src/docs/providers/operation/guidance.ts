import type { DeclaredError, Operation } from "../../../contract/model.js";
import {
  keyIsPointless,
  nextMoves,
  type LookupResult,
  type Moves,
  type StateOfKnowledge,
  type Unresolved,
} from "../../../contract/next-moves.js";
import { findingLookups, provableAbsence } from "../../../contract/retry-safety.js";
import { code, enumerated, withCode, type Inline, type Row, type Text } from "../page/content.js";
import type { Tone } from "../tone.js";
import { durationInWords, errorInWords, notDocumented, waitsInWords } from "../words.js";

/** One line of guidance: something happened, and what a careful integration does. */
interface Moment {
  after: Text;
  state: StateOfKnowledge;
  /** The error whose declared wait counts. */
  error?: DeclaredError;
}

/** The table of next moves of an operation, in words: everything in it comes from the function that the rules judge by. */
export function guidanceRows(operation: Operation): Row[] {
  return moments(operation).map((moment) => {
    const moves = nextMoves(operation, moment.state);
    return {
      cells: [
        moment.after,
        whatToDo(operation, moment, moves),
        enumerated(
          moves.claims.map((claim): Text => [code(claim)]),
          "or",
        ),
        withCode(moves.why),
      ],
      tone: toneOf(moves),
    };
  });
}

/** The state of knowledge after an answer was lost, at some age of the key. */
export function lostAnswer(operation: Operation, keyAgeMs: number, lookup: LookupResult): Unresolved {
  return {
    knows: "ambiguous",
    keySent: operation.idempotency !== null,
    keyAgeMs,
    failures: [],
    answerLost: true,
    lookup,
  };
}

function moments(operation: Operation): Moment[] {
  return [
    { after: ["Before the first request"], state: { knows: "nothing-sent" } },
    {
      after: ["After a connection that was refused, or a host name that was not found"],
      state: { knows: "not-sent" },
    },
    ...lostMoments(operation),
    ...lookupMoments(operation),
    ...keyMoments(operation),
    ...operation.errors.map((error) => errorMoment(operation, error)),
    {
      after: ["After any other answer from 400 to 499"],
      state: { knows: "refused", error: null, status: 400 },
    },
    {
      after: ["After any other answer from 500 on"],
      state: {
        ...lostAnswer(operation, 0, "none"),
        answerLost: false,
        failures: [{ status: 500, error: null }],
      },
    },
    ...answerMoments(operation),
  ];
}

function lostMoments(operation: Operation): Moment[] {
  const lost = "After a timeout, a broken connection, an empty or unreadable answer, or a crash of your own";
  const forMs = operation.idempotency?.retention.forMs ?? null;
  if (forMs === null) return [{ after: [lost], state: lostAnswer(operation, 0, "none") }];
  const unpublished: Inline[] =
    operation.idempotency?.retention.is === "unpublished"
      ? [" (how long keys are remembered is ", notDocumented, "; this is what may be assumed)"]
      : [];
  return [
    {
      after: [`${lost}, less than ${durationInWords(forMs)} after the first request`, ...unpublished],
      state: lostAnswer(operation, 0, "none"),
    },
    {
      after: [`The same, ${durationInWords(forMs)} or more after the first request`],
      state: lostAnswer(operation, forMs, "none"),
    },
  ];
}

function lookupMoments(operation: Operation): Moment[] {
  if (findingLookups(operation).length === 0) return [];
  const late = operation.idempotency?.retention.forMs ?? 0;
  const found = (lookup: LookupResult): Unresolved => lostAnswer(operation, late, lookup);
  const proof = provableAbsence(operation);
  const absent: Moment[] =
    proof === null
      ? [
          {
            after: ["When a lookup finds nothing (with this provider that is never proof)"],
            state: found("none"),
          },
        ]
      : [
          {
            after: [
              "When a lookup, read to its last page, finds nothing ",
              proof.afterMs === 0
                ? "after the last request"
                : `${durationInWords(proof.afterMs)} or more after the last request`,
            ],
            state: found("absent"),
          },
          ...(proof.afterMs === 0
            ? []
            : [{ after: ["When a lookup finds nothing earlier than that"], state: found("none") }]),
        ];
  return [
    {
      after: ["When a lookup finds it, and its content and target are those you sent"],
      state: found("found-ours"),
    },
    { after: ["When a lookup finds several, and more than one could be it"], state: found("found-several") },
    { after: ["When a lookup finds one with other content"], state: found("found-other") },
    ...absent,
  ];
}

function keyMoments(operation: Operation): Moment[] {
  const { idempotency } = operation;
  if (idempotency === null) return [];
  const { inFlight, mismatch, replay } = idempotency;
  const running: Moment = {
    after: [
      "After the answer that the first request is still running (",
      ...(inFlight.promised === null ? [notDocumented] : [code(String(inFlight.promised.status))]),
      ")",
    ],
    state: { ...lostAnswer(operation, 0, "none"), knows: "in-flight", answerLost: false },
  };
  const other = mismatch.promised;
  const mismatched: Moment[] =
    other === "newEffect" || other === "replay" || idempotency.fingerprint.length === 0
      ? []
      : [
          {
            after: [
              "After the answer that the key was used for another request (",
              other === null ? notDocumented : code(String(other.status)),
              ")",
            ],
            state: { knows: "mismatch" },
          },
        ];
  return [running, ...mismatched, ...(replay.gives.startsWith("refusal") ? takenMoments(operation) : [])];
}

function takenMoments(operation: Operation): Moment[] {
  const replay = operation.idempotency?.replay;
  const original = replay?.gives === "refusalNamingOriginal" ? "named" : null;
  const status = replay?.status ?? null;
  const taken = (read: LookupResult): StateOfKnowledge => ({ knows: "original-named", original, read });
  return [
    {
      after: [
        "After the answer that the key is taken",
        ...(status === null ? [] : [" (", code(String(status)), ")"]),
        original === null ? "" : ", which names the first effect",
      ],
      state: taken("none"),
    },
    { after: ["When the first effect was read, and its content is yours"], state: taken("found-ours") },
    { after: ["When the first effect was read, and its content is another"], state: taken("found-other") },
  ];
}

function errorMoment(operation: Operation, error: DeclaredError): Moment {
  const state: StateOfKnowledge =
    error.effect === "none"
      ? { knows: "refused", error, status: error.status }
      : {
          ...lostAnswer(operation, 0, "none"),
          answerLost: false,
          failures: [{ status: error.status, error }],
        };
  return { after: ["After ", ...errorInWords(error)], state, error };
}

function answerMoments(operation: Operation): Moment[] {
  const { answer } = operation;
  const receipt: StateOfKnowledge = { knows: "receipt" };
  if (answer.is === "receipt") return [{ after: ["After an answer with a receipt"], state: receipt }];
  return [
    {
      after: ["After the acknowledgement (", code(String(answer.status)), ")"],
      state: { knows: "acknowledged" },
    },
    { after: ["When the outcome is known to be a success"], state: receipt },
    { after: ["When the outcome is known to be a failure"], state: { knows: "outcome-failed" } },
  ];
}

function whatToDo(operation: Operation, { state, error }: Moment, moves: Moves): Inline[] {
  if (moves.claims.includes("succeeded") && moves.send === "no") return ["Nothing more."];
  if (moves.claims.includes("pending")) return ["Await the outcome: it is neither done nor failed yet."];
  if (moves.hold) return ["Send nothing, keep what you know, and hand it to a person."];
  // Where it is certain that there is no effect, there is nothing to look for.
  const isOpen = moves.claims.every((claim) => claim !== "failed") || state.knows === "original-named";
  const canLook = isOpen && moves.lookup && findingLookups(operation).length > 0;
  if (state.knows === "original-named") {
    if (state.read === "found-ours") return ["Nothing more."];
    if (state.read === "found-other") return ["Stop. Do not send it again."];
    return canLook || state.original !== null
      ? ["Read the first effect and compare it."]
      : ["Stop. Do not send it again."];
  }
  if (isUnresolved(state) && keyIsPointless(operation, state) && canLook) {
    return ["Look it up: under the same key the same failure comes back."];
  }
  if (moves.send === "no") return canLook ? [lookUp(operation, state)] : ["Stop. Do not send it again."];
  return [
    ...waitFor(moves, error),
    ...sendAgain(operation, state, moves),
    ...(canLook ? [" Or look it up."] : []),
  ];
}

function lookUp(operation: Operation, state: StateOfKnowledge): string {
  return isUnresolved(state) && provableAbsence(operation) === null
    ? "Look it up. As long as nothing is found, keep it as it is and hand it to a person."
    : "Look it up, and again later if nothing is found.";
}

function waitFor(moves: Moves, error: DeclaredError | undefined): Inline[] {
  if (!moves.waits) return [];
  return error === undefined || error.after.length === 0
    ? ["Wait; then "]
    : ["Wait for ", ...waitsInWords(error.after), "; then "];
}

function sendAgain(operation: Operation, state: StateOfKnowledge, moves: Moves): Inline[] {
  const send = moves.waits ? "send" : "Send";
  if (state.knows === "nothing-sent") return [`${send} it.`];
  return moves.send === "same-key" && operation.idempotency !== null
    ? [`${send} the same request again, under the same key.`]
    : [`${send} it again.`];
}

function isUnresolved(state: StateOfKnowledge): state is Unresolved {
  return state.knows === "ambiguous" || state.knows === "in-flight";
}

function toneOf(moves: Moves): Tone {
  if (moves.claims.includes("succeeded") && moves.send === "no") return "safe";
  if (moves.hold) return "hold";
  if (moves.send !== "no") return moves.claims.every((claim) => claim === "unknown") ? "key" : "plain";
  return moves.lookup ? "look" : "plain";
}
