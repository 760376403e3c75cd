import type { IncomingMessage } from "node:http";
import { isObject, type Json, type JsonObject } from "../../src/core/json.js";
import { Refusal } from "./refusal.js";

const limitBytes = 1_048_576;

/** The request's body as a JSON object. */
export async function readJsonObject(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw new Refusal(413, "body", `The body is over ${limitBytes} bytes.`);
    chunks.push(chunk);
  }
  let value: Json;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Json;
  } catch (error) {
    throw new Refusal(
      400,
      "body",
      `The body is not JSON: ${error instanceof Error ? error.message : "unreadable"}.`,
    );
  }
  if (!isObject(value))
    throw new Refusal(400, "body", "The body: expected a JSON object, got another value.");
  return value;
}
