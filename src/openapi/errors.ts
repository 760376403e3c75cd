import type { Json, JsonObject } from "../core/json.js";
import { entriesIn, textIn, type OpenApiDocument } from "./document.js";
import { literal, trimmed } from "./literal.js";
import { contentOf } from "./media.js";
import { plainName } from "./names.js";
import type { ApiOperation } from "./operations.js";
import type { Remarks } from "./remarks.js";
import { sampleOf } from "./sample.js";

const names: Record<number, string> = {
  400: "badRequest", 401: "unauthorized", 402: "paymentRequired", 403: "forbidden", 404: "notFound", 405: "methodNotAllowed",
  406: "notAcceptable", 408: "requestTimeout", 409: "conflict", 410: "gone", 411: "lengthRequired", 412: "preconditionFailed",
  413: "contentTooLarge", 415: "unsupportedMediaType", 422: "unprocessable", 423: "locked", 424: "failedDependency",
  425: "tooEarly", 428: "preconditionRequired", 429: "rateLimited", 500: "serverError", 501: "notImplemented",
  502: "badGateway", 503: "unavailable", 504: "gatewayTimeout",
}; // prettier-ignore

/** Refusals that often mean that something is there already, or is still running. */
const mayHaveActed = new Set([408, 409, 425]);

/** What is left to do after an error that says nothing sure about the effect. */
export interface Recourse {
  /** Whether a lookup can find an effect of which only the request is known. */
  canLookUp: boolean;
  /** Whether a repeat does no harm. */
  isRepeatable: boolean;
}

/** The declared failures, each read the careful way: 4xx did nothing, 5xx may have. */
export function errorsOf(
  document: OpenApiDocument,
  { responses }: ApiOperation,
  recourse: Recourse,
  remarks: Remarks,
): JsonObject[] {
  const failures = failuresOf(responses);
  if (failures.length === 0) {
    remarks.openQuestion(
      "which errors are there, and what does each say about the effect? The document declares none.",
    );
  } else if (failures.every(({ status }) => status < 500)) {
    remarks.openQuestion(
      'what does a 5xx say about the effect? The document declares none, so each is read as "it may have happened".',
    );
  }
  return failures.map(({ status, response }, at) => {
    const here = remarks.below(at);
    const { body } = failureBody(document, response);
    const { effect, next } = reading(status, recourse);
    if (effect === "maybe") {
      here.openQuestion(`can a ${status} come although the write took effect, and may it be sent again?`);
    }
    const waits = status === 429 ? waitsOf(document, response, here) : null;
    return {
      name: names[status] ?? `status${status}`,
      status,
      ...(waits === null ? {} : { headers: waits.headers }),
      ...(body === undefined ? {} : { body }),
      effect: { value: effect, basis: "assumed" },
      next: { value: next, basis: "assumed" },
      ...(waits === null ? {} : { after: waits.after }),
    };
  });
}

/** The declared failures by status; ranges stand for their first status where that is not declared itself. */
function failuresOf(responses: ApiOperation["responses"]): { status: number; response: JsonObject }[] {
  const exact = responses
    .filter(([status]) => /^[45]\d\d$/.test(status))
    .map(([status, response]) => ({ status: Number(status), response }));
  const has = (status: number): boolean => exact.some((one) => one.status === status);
  const ranges = responses.flatMap(([status, response]) => {
    const first = /^[45]XX$/i.test(status) ? Number(status[0]) * 100 : status === "default" ? 500 : null;
    return first === null || has(first) ? [] : [{ status: first, response }];
  });
  const found = [...exact, ...ranges];
  return found
    .filter(({ status }, at) => found.findIndex((one) => one.status === status) === at)
    .sort((a, b) => a.status - b.status);
}

function reading(status: number, { canLookUp, isRepeatable }: Recourse): { effect: string; next: string } {
  if (status === 429) return { effect: "none", next: "retry" };
  if (status < 500 && !mayHaveActed.has(status)) return { effect: "none", next: "stop" };
  return { effect: "maybe", next: isRepeatable ? "retry" : canLookUp ? "lookup" : "hold" };
}

/** The body of a failure as a template; without a key when it has none. */
export function failureBody(document: OpenApiDocument, response: JsonObject): { body?: Json } {
  const { kinds, schema, examples } = contentOf(document, response);
  if (kinds.length === 0) {
    const told = textIn(response["description"]);
    return told === null ? {} : { body: { message: literal(trimmed(told)) } };
  }
  const include = (name: string): boolean => /message|code|type|title|detail|error/i.test(name);
  return { body: literal(trimmed(examples[0] ?? sampleOf(document, schema, { depth: 3, include }), 3)) };
}

function waitsOf(
  document: OpenApiDocument,
  response: JsonObject,
  remarks: Remarks,
): { headers: Record<string, string>; after: Json[] } {
  const declared = entriesIn(document, response["headers"]).find(
    ([name]) => plainName(name) === "retryafter",
  );
  const header = declared?.[0] ?? "Retry-After";
  if (declared === undefined) {
    remarks.openQuestion(
      "how is the wait told: Retry-After, a reset header, a fixed time? Retry-After is assumed.",
    );
  }
  return {
    headers: { [header]: "1" },
    after: [{ header, format: ["seconds", "httpDate"] }, { fixed: "30s" }],
  };
}
