import type { AnswerKind, Idempotency, Operation } from "../../../contract/model.js";
import type { Evidence } from "../evidence.js";
import { code, enumerated, type Inline, type Text } from "../page/content.js";
import { durationInWords, fieldInWords, keyPlace, keyShape, listedWords, notDocumented } from "../words.js";

const scopeWords: Record<string, string> = {
  account: "your account",
  credential: "the credential that is used",
  operation: "the operation",
  environment: "the environment (test or live)",
  region: "the region",
};

const fromWords: Record<Idempotency["retention"]["from"], string> = {
  firstRequest: "from the first request",
  lastRequest: "from the last request",
  completion: "from the end of the first request",
};

const kindWords: Record<AnswerKind, string> = {
  success: "successes",
  clientError: "answers from 400 to 499",
  serverError: "answers from 500 on",
};

const replayWords: Record<Idempotency["replay"]["gives"], string> = {
  storedAnswer: "the answer that was given the first time",
  currentState: "the effect as it is now",
  refusalNamingOriginal: "a refusal that names the first effect: read it and compare",
  refusal: "a refusal, and nothing more: look the first effect up and compare",
};

const checkWords: Record<Idempotency["checkedAfter"][number], string> = {
  credentials: "the credential",
  rateLimit: "the rate limit",
  validation: "the validity of the request",
};

/** Everything about the idempotency key of an operation. */
export function keyAnswers(operation: Operation, pointer: string, evidence: Evidence): Text[] {
  const { idempotency } = operation;
  const state = (name: string, ...says: Inline[]): Text =>
    evidence.state(`${pointer}/idempotency${name}`, ...says);
  if (idempotency === null) return [state("", "No. The provider offers none for this request.")];
  const { key } = idempotency;
  return [
    state("/key/in", "Yes: ", ...keyPlace(key), `, ${key.required ? "required" : "optional"}.`),
    evidence.isSilent(`${pointer}/idempotency/key/maxLength`)
      ? ["Its longest length: ", notDocumented, "."]
      : state("/key/maxLength", "Its length: ", keyShape(key), "."),
    ...(key.pattern === null ? [] : [state("/key/pattern", "It must fit ", code(key.pattern), ".")]),
    ownData(idempotency),
    state("/scope", "It means the same within: ", ...scope(idempotency), "."),
    state("/retention", ...retention(idempotency), "."),
    state("/fingerprint", "The same request is one with the same ", ...fingerprint(idempotency), "."),
    state(
      "/replay",
      "A repeat gets ",
      replayWords[idempotency.replay.gives],
      ...replayMarks(idempotency),
      ".",
    ),
    state("/remembers", "Remembered are: ", ...remembered(idempotency), "."),
    state("/mismatch", "The same key with another request: ", ...mismatch(idempotency), "."),
    state(
      "/inFlight",
      "The same key while the first request still runs: ",
      ...refusal(idempotency.inFlight.promised),
      ".",
    ),
    state("/checkedAfter", "Checked before the key is looked at: ", ...checks(idempotency), "."),
  ];
}

function ownData({ is, key }: Idempotency): Text {
  if (is === "natural") {
    return [
      "It is business data, not a technical key: what it collides with may be somebody else’s. Compare before you take it for yours.",
    ];
  }
  return [
    key.pattern === null ? "It may be any text" : "It may come from your own data",
    ": make it from the name of your own record, such as the order number, and store it before the first request.",
  ];
}

function scope({ scope: stated }: Idempotency): Inline[] {
  const parts = stated.promised;
  if (parts === null) return [notDocumented];
  return enumerated(
    parts.map((part): Text => (scopeWords[part] === undefined ? [code(part)] : [scopeWords[part]])),
    "and",
  );
}

/** How long a key is remembered. */
function retention({ retention: { is, forMs, from } }: Idempotency): Inline[] {
  if (is === "permanent" || forMs === null) return ["It is remembered for ever"];
  if (is === "unpublished") {
    return [
      "How long it is remembered: ",
      notDocumented,
      ` (rely on no more than ${durationInWords(forMs)}; that is assumed)`,
    ];
  }
  const least = is === "floor" ? "at least " : "";
  return [
    `It is remembered for ${least}${durationInWords(forMs)}, ${fromWords[from]}; after that the same key acts again`,
  ];
}

function fingerprint({ fingerprint: parts }: Idempotency): Inline[] {
  return parts.length === 0 ? ["key: the content is not compared"] : listedWords(parts, "and");
}

function replayMarks({ replay }: Idempotency): Inline[] {
  const status: Inline[] = replay.status === null ? [] : [" with status ", code(String(replay.status))];
  const headers = Object.entries(replay.headers).map(([name, value]): Text => [code(`${name}: ${value}`)]);
  const marked: Inline[] = headers.length === 0 ? [] : [", marked by ", ...enumerated(headers, "and")];
  const named: Inline[] =
    replay.original === null
      ? []
      : replay.original.in === "header"
        ? [" (in the header ", code(replay.original.pointer), ")"]
        : [" (in ", ...fieldInWords(replay.original.pointer), ")"];
  return [...status, ...marked, ...named];
}

function remembered({ remembers, unremembered }: Idempotency): Inline[] {
  const kinds = remembers.promised;
  if (kinds === null) return [notDocumented];
  const words = listedWords(
    kinds.map((kind) => kindWords[kind]),
    "and",
  );
  if (kinds.length === 3) return words;
  const other =
    unremembered.promised === "guarded"
      ? "; after any other answer a repeat still finds what was done"
      : "; after any other answer a repeat acts again";
  return [...words, other];
}

function mismatch({ mismatch: stated, fingerprint: parts }: Idempotency): Inline[] {
  const { promised } = stated;
  if (promised === "newEffect") return ["taken as a new request, which acts again"];
  if (promised === "replay" || (promised !== null && parts.length === 0))
    return ["not noticed, the first answer comes again"];
  return refusal(promised);
}

function refusal(answer: { status: number } | null): Inline[] {
  return answer === null ? [notDocumented] : ["refused with ", code(String(answer.status))];
}

function checks({ checkedAfter }: Idempotency): Inline[] {
  if (checkedAfter.length === 0) return ["nothing"];
  const words = listedWords(
    checkedAfter.map((check) => checkWords[check]),
    "and",
  );
  return [...words, ". Such a refusal of a repeat says nothing about the first request"];
}
