import { below } from "../contract/schema/walk.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { OpenApiDocument } from "./document.js";
import { plainName } from "./names.js";
import { viewOf, type SchemaView } from "./schema-view.js";

/** Names of fields that providers keep for their clients' own identifiers, the surest first. */
const usual = [
  "externalid", "externalreference", "externalref", "clientreferenceid", "clientreference", "merchantreference",
  "merchantreferenceid", "customerreference", "partnerreference", "requestreference", "referenceid", "referencenumber", "reference",
  "merchanttransactionid", "clienttransactionid", "externaltransactionid", "customid", "ref",
  "trackingreference", "sourcereference", "foreignid", "senderreference", "ownreference",
]; // prettier-ignore
const freeForm = ["metadata", "meta", "customfields", "custommetadata", "tags", "attributes"];

/** Whether a field looks like one for the client's own identifier, or may hold one. */
export function isReferenceName(name: string): boolean {
  const plain = plainName(name);
  return usual.includes(plain) || freeForm.includes(plain);
}

/** A place in the body where the business key could travel. */
export interface ReferencePlace {
  pointer: string;
  /** The field's own name, for comments and for query parameters that may filter by it. */
  name: string;
}

/**
 * Every place for a reference in a body of the schema, the likeliest first; those that the example already fills come
 * before free-form mappings.
 */
export function referencePlaces(
  document: OpenApiDocument,
  schema: Json | undefined,
  example: Json,
): ReferencePlace[] {
  const found: { pointer: string; name: string; rank: number }[] = [];
  const look = (view: SchemaView, value: JsonObject, at: string, depth: number): void => {
    for (const name of new Set([...Object.keys(view.properties), ...Object.keys(value)])) {
      const here = below(at, name);
      const plain = plainName(name);
      const inner = viewOf(document, view.properties[name]);
      const filled = value[name];
      const rank = usual.indexOf(plain) + depth * usual.length;
      if (usual.includes(plain) && isText(inner, filled)) found.push({ pointer: here, name, rank });
      if (freeForm.includes(plain) && isFreeForm(inner, filled)) {
        found.push(metadataPlace(here, filled, depth));
      } else if (depth === 0 && (inner.type === "object" || isObject(filled))) {
        look(inner, isObject(filled) ? filled : {}, here, depth + 1);
      }
    }
  };
  look(viewOf(document, schema), isObject(example) ? example : {}, "", 0);
  return found.sort((a, b) => a.rank - b.rank).map(({ pointer, name }) => ({ pointer, name }));
}

function isText({ type, keywords }: SchemaView, filled: Json | undefined): boolean {
  if (keywords["enum"] !== undefined || keywords["readOnly"] === true) return false;
  const { format } = keywords;
  if (typeof format === "string" && format !== "string") return false;
  return type === "string" || (type === null && (filled === undefined || typeof filled === "string"));
}

function isFreeForm({ type, properties, keywords }: SchemaView, filled: Json | undefined): boolean {
  if (keywords["readOnly"] === true || keywords["additionalProperties"] === false) return false;
  if (type !== "object" && !(type === null && isObject(filled))) return false;
  return Object.keys(properties).length === 0;
}

function metadataPlace(
  pointer: string,
  filled: Json | undefined,
  depth: number,
): { pointer: string; name: string; rank: number } {
  const names = isObject(filled) ? Object.keys(filled) : [];
  const own = names.find((name) => usual.includes(plainName(name)));
  const rank = (own === undefined ? 100 : 50) + depth;
  return { pointer: below(pointer, own ?? "reference"), name: own ?? "reference", rank };
}
