import { isObject, type Json } from "../../src/core/json.js";

const form = "application/x-www-form-urlencoded";

/** A delivery's body as bytes; null is no body. */
export function encodeBody(body: Json, contentType: string): Buffer {
  if (body === null) return Buffer.alloc(0);
  if (!contentType.startsWith(form) || !isObject(body)) return Buffer.from(JSON.stringify(body));
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      fields.append(name, typeof one === "string" ? one : JSON.stringify(one));
    }
  }
  return Buffer.from(fields.toString());
}

/** The other way round, for bytes that `encodeBody` made. */
export function decodeBody(body: Buffer, contentType: string): Json {
  if (body.length === 0) return null;
  if (!contentType.startsWith(form)) return JSON.parse(body.toString()) as Json;
  const read: Record<string, Json> = {};
  for (const [name, value] of new URLSearchParams(body.toString())) {
    const there = read[name];
    read[name] = there === undefined ? value : [...(Array.isArray(there) ? there : [there]), value];
  }
  return read;
}
