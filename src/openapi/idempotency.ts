import { below } from "../contract/schema/walk.js";
import type { Json, JsonObject } from "../core/json.js";
import { textIn, type OpenApiDocument } from "./document.js";
import { plainName } from "./names.js";
import type { ApiOperation } from "./operations.js";
import type { Remarks } from "./remarks.js";
import { viewOf } from "./schema-view.js";

/** Where the document declares an idempotency key. */
export interface KeyPlace {
  in: "header" | "query" | "body";
  name: string;
  required: boolean;
  schema: Json | undefined;
  description: string | null;
}

/** Headers of providers that call the key otherwise. A request id that is only for tracing is not among them. */
const otherHeaders = new Set(["paypalrequestid", "xrequestreference"]);
const otherQueries = new Set(["requestid"]);

/** The first declared parameter or field that is an idempotency key by its name; null when there is none. */
export function findKey(
  document: OpenApiDocument,
  { parameters }: ApiOperation,
  bodySchema: Json | undefined,
): KeyPlace | null {
  for (const { name, in: where, required, schema, description } of parameters) {
    const plain = plainName(name);
    const isKey = isKeyName(name) || (where === "header" ? otherHeaders.has(plain) : otherQueries.has(plain));
    if (isKey && (where === "header" || where === "query")) {
      return { in: where, name, required, schema, description };
    }
  }
  const { properties, required } = viewOf(document, bodySchema);
  const field = Object.keys(properties).find(isKeyName);
  if (field === undefined) return null;
  const schema = properties[field];
  const description = textIn(viewOf(document, schema).keywords["description"]);
  return { in: "body", name: field, required: required.includes(field), schema, description };
}

/** Whether a name is one of an idempotency key. */
export function isKeyName(name: string): boolean {
  return /^(?:x|cko)?(?:idempoten(?:cy|ce|t)(?:key|id|token)?|clientidempotencykey)$/.test(plainName(name));
}

/** What the contract says of the key, with all that the document cannot say left open. */
export function idempotencyOf(
  document: OpenApiDocument,
  { responses }: ApiOperation,
  key: KeyPlace | null,
  remarks: Remarks,
): JsonObject {
  if (key === null) {
    remarks.openQuestion(
      "is there an idempotency key? The document declares no header or field that looks like one. Look for " +
        '"idempotent", "retry safely", "duplicate requests"; write `none` if the docs say so.',
    );
    return { value: "undocumented", assume: "none" };
  }
  const place = key.in === "body" ? "field" : key.in === "query" ? "query parameter" : "header";
  remarks.below("key").guessed(`the ${place} ${key.name} that the document declares`);
  if (key.description !== null) remarks.below("key").note(`The document says: ${shortened(key.description)}`);
  remarks
    .below("scope")
    .openQuestion("within what is a key unique: the account, the credential, the operation?");
  remarks
    .below("retention")
    .openQuestion('how long is a key remembered, and from when? Look for "24 hours", "expire", "at least".');
  remarks.below("fingerprint").openQuestion("is the payload compared when a key comes again?");
  remarks
    .below("remembers")
    .openQuestion("which answers are kept under the key: only successes, or errors (4xx, 5xx) as well?");
  remarks
    .below("unremembered")
    .openQuestion(
      "when the answer was an error that is not kept: does a repeat run again, or find the first effect?",
    );
  remarks
    .below("replay")
    .openQuestion("what does a repeat get: the stored answer, the current state, a refusal?");
  for (const [status, response] of responses) {
    const told = textIn(response["description"]);
    if (!status.startsWith("4") || told === null || !/idempot|duplicat|already/i.test(told)) continue;
    remarks.below("replay").note(`The document says of ${status}: ${shortened(told)}`);
  }
  remarks.below("mismatch").openQuestion("what is answered when a key comes again with another payload?");
  remarks
    .below("inFlight")
    .openQuestion("what is answered while the first request with the key is still running?");
  remarks.below("checkedAfter").openQuestion("what is checked before the key is looked at?");
  return {
    key: { ...placeOf(key), ...limitsOf(document, key.schema), required: key.required },
    scope: undocumented(["account"]),
    retention: undocumented({ is: "unpublished", assume: "24h" }),
    fingerprint: undocumented(["method", "path", "body"]),
    remembers: undocumented(["success"]),
    unremembered: undocumented("runsAgain"),
    replay: undocumented({ gives: "storedAnswer" }),
    mismatch: undocumented({
      status: 422,
      body: { error: { message: "This key was used with another request." } },
    }),
    inFlight: undocumented({
      status: 409,
      body: { error: { message: "This key's request is still running." } },
    }),
    checkedAfter: undocumented(["credentials"]),
  };
}

/** A fact that the document cannot know, and what the mock enacts until somebody has looked it up. */
export function undocumented(assume: Json): JsonObject {
  return { value: "undocumented", assume };
}

function placeOf({ in: where, name }: KeyPlace): JsonObject {
  return where === "body" ? { in: where, pointer: below("", name) } : { in: where, name };
}

function limitsOf(document: OpenApiDocument, schema: Json | undefined): JsonObject {
  const { minLength, maxLength, format } = viewOf(document, schema).keywords;
  const least = typeof minLength === "number" && minLength > 0 ? minLength : null;
  const most = typeof maxLength === "number" && maxLength >= Math.max(1, least ?? 1) ? maxLength : null;
  const uuid = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";
  return {
    ...(least === null ? {} : { minLength: least }),
    ...(most === null ? {} : { maxLength: most }),
    ...(format === "uuid" ? { pattern: uuid } : {}),
  };
}

const longest = 300;

function shortened(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ");
  return plain.length <= longest ? plain : `${plain.slice(0, plain.lastIndexOf(" ", longest))} …`;
}
