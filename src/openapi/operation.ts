import type { Json, JsonObject } from "../core/json.js";
import { pathShape } from "../contract/meaning/path.js";
import { answerOf } from "./answer.js";
import { linkIn, type OpenApiDocument } from "./document.js";
import { errorsOf } from "./errors.js";
import { findKey, idempotencyOf, undocumented } from "./idempotency.js";
import { lookupsOf } from "./lookups.js";
import { contentOf } from "./media.js";
import type { ApiOperation } from "./operations.js";
import { readOfMany, readOfOne } from "./reads.js";
import type { Remarks } from "./remarks.js";
import { requestOf } from "./request.js";

/** Writes one operation of the document as one of the contract, with remarks on what is guessed and what is open. */
export function writeOperation(
  document: OpenApiDocument,
  all: readonly ApiOperation[],
  operation: ApiOperation,
  docs: string | null,
  remarks: Remarks,
): JsonObject {
  const { nature } = operation;
  const creates = nature === "creates";
  const key = findKey(document, operation, contentOf(document, operation.requestBody ?? {}).schema);
  const request = requestOf(document, operation, key, remarks.below("request"));
  const one = creates ? readOfOne(document, all, operation) : null;
  const many = creates ? readOfMany(all, operation) : null;
  const answer = answerOf({ document, operation, request, reads: one }, remarks.below("answer"));
  const lookup = creates
    ? lookupsOf(document, operation, { one, many }, request, answer, remarks.below("lookup"))
    : null;
  const canLookUp = Array.isArray(lookup) && lookup.some(isByContent);
  const recourse = { canLookUp, isRepeatable: !creates };
  remarks.below("nature").guessed(`${operation.natureFrom}: what would a second, identical request do?`);
  const source = linkIn(operation.docs) ?? docs;
  const errors = errorsOf(document, operation, recourse, remarks.below("errors"));
  return {
    ...(operation.summary === null ? {} : { summary: operation.summary }),
    basis: "assumed",
    ...(source === null ? {} : { source }),
    nature,
    request: request.value,
    ...(nature === "reads"
      ? {}
      : { idempotency: idempotencyOf(document, operation, key, remarks.below("idempotency")) }),
    answer: answer.answer,
    ...(answer.effect === null ? {} : { effect: answer.effect }),
    ...(lookup === null ? {} : { lookup }),
    ...(creates ? { settlesWithin: settles(remarks.below("settlesWithin")) } : {}),
    errors,
    ...(creates
      ? { compensation: compensation(all, one?.itemPath ?? null, remarks.below("compensation")) }
      : {}),
  };
}

function isByContent(lookup: Json): boolean {
  return typeof lookup === "object" && lookup !== null && !Array.isArray(lookup) && lookup["by"] !== "id";
}

function settles(remarks: Remarks): Json {
  remarks.openQuestion(
    "how long may a request still be running after the client gave up? Look for a server-side timeout.",
  );
  return "undocumented";
}

/** What takes the effect back is named, not linked: whether it does is for a person to say. */
function compensation(all: readonly ApiOperation[], itemPath: string | null, remarks: Remarks): JsonObject {
  const undo = itemPath === null ? undefined : all.find((one) => isUndoOf(one, pathShape(itemPath)));
  const candidate = undo === undefined ? "" : ` The document has ${undo.method} ${undo.path}.`;
  remarks.openQuestion(`can one effect too many be taken back, how, and for how long?${candidate}`);
  return undocumented("none");
}

function isUndoOf({ method, path }: ApiOperation, item: string): boolean {
  const shape = pathShape(path);
  if (method === "DELETE") return shape === item;
  return (
    method === "POST" &&
    shape.startsWith(`${item}/`) &&
    /\/(?:cancel|void|reverse|refund)/i.test(shape.slice(item.length))
  );
}
