import { expectedGot } from "../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import type { Applied, AppliedEffect } from "../../core/protocol.js";

/** Where a receiver says it listens; empty for a connector. Throws what is wrong with it. */
export function readPlace({ path, port }: JsonObject): { path?: string; port?: number } {
  if (path !== undefined && (typeof path !== "string" || !path.startsWith("/"))) {
    throw wrong('"path"', "a path that begins with /", path);
  }
  if (port !== undefined && (!isCount(port) || port < 1 || port > 65_535)) {
    throw wrong('"port"', "the number of a port", port);
  }
  return { ...(path === undefined ? {} : { path }), ...(port === undefined ? {} : { port }) };
}

/** What a receiver says of its business data. Throws what is wrong with it. */
export function readApplied({
  applied,
  accepted = [],
  state = null,
  met = 0,
  held = 0,
}: JsonObject): Applied {
  if (!Array.isArray(applied)) throw wrong('"applied"', "a list of effects", applied);
  if (!Array.isArray(accepted) || !accepted.every((event) => typeof event === "string")) {
    throw wrong('"accepted"', "a list of event identities", accepted);
  }
  if (!isCount(met)) throw wrong('"met"', "a whole number", met);
  if (!isCount(held)) throw wrong('"held"', "a whole number", held);
  return { applied: applied.map(readEffect), accepted, state, met, held };
}

function readEffect(value: Json, index: number): AppliedEffect {
  const where = `in effect ${index + 1} of "applied"`;
  if (!isObject(value)) throw wrong(`the value ${where}`, "an object", value);
  const { event, source, result } = value;
  if (typeof event !== "string") throw wrong(`"event" ${where}`, "the event's identity, a text", event);
  if (source !== undefined && typeof source !== "string") {
    throw wrong(`"source" ${where}`, "the name of a source", source);
  }
  return {
    event,
    ...(source === undefined ? {} : { source }),
    ...(result === undefined ? {} : { result }),
  };
}

function isCount(value: Json): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** What is wrong with one field of an answer. */
export function wrong(where: string, expected: string, got: Json | undefined): Error {
  return new Error(`${where}: ${expectedGot(expected, shown(got))}`);
}

/** A value of an answer for a message. */
export function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : shorten(JSON.stringify(value));
}

/** A text cut to what a message can hold. */
export function shorten(text: string): string {
  return text.length <= 300 ? text : `${text.slice(0, 300)}…`;
}
