import type { Nature, Operation } from "../../../contract/model.js";
import type { Evidence } from "../evidence.js";
import { code, type Block, type Inline, type Text } from "../page/content.js";
import type { Subject } from "../subject.js";
import { durationInWords, fieldInWords, notDocumented, placeInWords, routeText } from "../words.js";
import { keyAnswers } from "./key-answers.js";
import { lookupAnswers } from "./lookup-answers.js";
import { retryableErrors } from "./errors.js";
import { eventAnswers } from "../provider/webhooks.js";
import { credentialAnswers } from "../provider/credentials.js";

const natureWords: Record<Nature, string> = {
  creates:
    "Each request creates something: sent twice, it can exist twice. A lost answer leaves it ambiguous.",
  sets: "It sets a state: sent twice, it leaves the same state. Harmless, unless somebody changed it in between.",
  removes: "It removes something: sent twice, it is just as gone. Harmless.",
  reads: "It only reads: it may be sent as often as you like.",
};

/** The nine questions every write must answer, answered for one operation. */
export function nineQuestions(subject: Subject, operation: Operation): Block {
  const { evidence } = subject;
  const pointer = `/operations/${operation.name}`;
  return {
    block: "answers",
    answers: [
      {
        question: "1. What would sending it twice do, and can it be taken back?",
        says: nature(operation, pointer, evidence),
      },
      {
        question: "2. Is there an idempotency key, and can it come from your own data?",
        says: keyAnswers(operation, pointer, evidence),
      },
      {
        question: "3. Is the answer a receipt, or only an acknowledgement?",
        says: answerIs(operation, pointer, evidence),
      },
      {
        question: "4. Can you ask afterwards what was committed?",
        says: lookupAnswers(operation, pointer, evidence),
      },
      {
        question: "5. Which errors may be retried, and which only look so?",
        says: retryableErrors(operation),
      },
      { question: "6. Where does your own record’s name travel?", says: businessKey(operation) },
      { question: "7. Can events arrive twice, or in another order?", says: eventAnswers(subject) },
      {
        question: "8. Can a credential die under a request that is running?",
        says: credentialAnswers(subject),
      },
      { question: "9. When does it become a person’s problem, and whose?", says: person(operation) },
    ],
  };
}

function nature(operation: Operation, pointer: string, evidence: Evidence): Text[] {
  const { compensation } = operation;
  const undo: Inline[] =
    compensation === null
      ? ["The contract names no operation that takes a surplus one back."]
      : [
          "A surplus one can be taken back with ",
          code(compensation.operation),
          compensation.windowMs === null ? "" : ` within ${durationInWords(compensation.windowMs)}`,
          ".",
        ];
  const says: Text[] = [evidence.state(`${pointer}/nature`, natureWords[operation.nature])];
  return operation.nature === "creates"
    ? [...says, evidence.state(`${pointer}/compensation`, ...undo)]
    : says;
}

function answerIs(operation: Operation, pointer: string, evidence: Evidence): Text[] {
  const { answer } = operation;
  const success = Object.entries(answer.success).map(([at, value]): Text => [
    "A success only if ",
    ...fieldInWords(at),
    " is ",
    code(JSON.stringify(value)),
    `: status ${answer.status} alone says nothing.`,
  ]);
  if (answer.is === "receipt") {
    const { receipt } = answer;
    const where: Inline[] = receipt === null ? [] : [" Its id is in ", ...placeInWords(receipt), "."];
    return [
      evidence.state(
        `${pointer}/answer/is`,
        `A receipt: status ${answer.status} means that it exists.`,
        ...where,
      ),
      ...success,
    ];
  }
  const ticket: Inline[] =
    answer.ticket === null ? [] : [" What to ask by is in ", ...placeInWords(answer.ticket), "."];
  return [
    evidence.state(
      `${pointer}/answer/is`,
      `Only an acknowledgement: status ${answer.status} means that the request was taken, not that it was carried out.`,
      ...ticket,
    ),
    outcome(operation),
    ...success,
  ];
}

function outcome(operation: Operation): Text {
  const { outcome: known } = operation.answer;
  if (known === null) return ["How the outcome becomes known: ", notDocumented, "."];
  const words = (values: readonly unknown[]): string => values.map((value) => String(value)).join(", ");
  const states: Inline[] = [
    ` Success: ${words(known.succeeded) || "–"}. Failure: ${words(known.failed) || "–"}.`,
    ...(known.pending.length === 0 ? [] : [` Still open: ${words(known.pending)}.`]),
  ];
  return known.by === "poll" && known.request !== null
    ? [
        "The outcome is asked for with ",
        code(routeText(known.request)),
        " and stands in ",
        ...fieldInWords(known.at),
        ".",
        ...states,
      ]
    : ["The outcome comes as the event ", code(known.event ?? "?"), ".", ...states];
}

function businessKey(operation: Operation): Text[] {
  const { reference } = operation.request;
  if (reference !== null) {
    return [
      [
        "In ",
        ...fieldInWords(reference),
        ": put the name of your own record there, such as the order number, so that it can be found again.",
      ],
    ];
  }
  if (operation.idempotency?.is === "natural")
    return [["It is the key itself: the provider refuses or recognises it when it comes again."]];
  return [
    [
      "Nowhere: the request has no field for it. Keep the receipt with your own record, since the provider cannot tell you which record an effect belongs to.",
    ],
  ];
}

function person(operation: Operation): Text[] {
  return [[operation.humanReconciliation ?? "The contract says: never."]];
}
