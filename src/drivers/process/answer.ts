import { expectedGot } from "../../core/errors.js";
import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { outcomes, type Answer, type Claim, type Message } from "../../core/protocol.js";
import { suggest } from "../../core/suggest.js";
import { readApplied, readPlace, shorten, shown, wrong } from "./receiver-answer.js";

/** What one line of a connector's stdout is. */
export type Reading =
  | { kind: "log" }
  | { kind: "answer"; id: number; answer: Answer }
  /** An answer to an open message that is not what the protocol says. */
  | { kind: "invalid"; id: number; detail: string }
  /** It has the form of an answer, but its message is not open. */
  | { kind: "stray"; detail: string; again: Again | null };

/** A second answer to a message. */
export interface Again {
  id: number;
  /** What `claimsOf` gives for it. */
  claims: string;
}

/** The messages a connector was sent. */
export interface Asked {
  /** The command of an open message. */
  open(id: number): Message["command"] | undefined;
  /** Whether the id was ever used. */
  ever(id: number): boolean;
}

const answerFields = ["protocol", "outcome", "outcomes", "applied", "error"];
const otherFields = "id capabilities reference reason needsHuman path port accepted state met held".split(
  " ",
);
const protocolFields = new Set(answerFields.concat(otherFields));

/** Tells answers from log output, by the rule of the protocol: an object with the id of an open message and an answer's field. */
export function readLine(line: string, asked: Asked): Reading {
  if (!line.trimStart().startsWith("{")) return { kind: "log" };
  const value = parse(line);
  if (!isObject(value)) return { kind: "log" };
  const { id } = value;
  if (typeof id !== "number" || !answerFields.some((field) => field in value)) return { kind: "log" };
  const command = asked.open(id);
  if (command !== undefined) {
    try {
      return { kind: "answer", id, answer: readAnswer(id, command, value) };
    } catch (error) {
      return {
        kind: "invalid",
        id,
        detail: `answered message ${id} with ${shorten(line)}: ${(error as Error).message}`,
      };
    }
  }
  // Connectors print the provider's JSON, which may have such an id: only what has no field besides is meant as an answer.
  if (!Number.isInteger(id) || !Object.keys(value).every((field) => protocolFields.has(field))) {
    return { kind: "log" };
  }
  const isAgain = asked.ever(id);
  const what = isAgain
    ? `gave a second answer to message ${id}`
    : `gave an answer to message ${id}, which was never asked`;
  const again = isAgain ? { id, claims: claimsOf(value) } : null;
  return { kind: "stray", detail: `${what}: ${shorten(line)}`, again };
}

/** What an answer claims, as a text that is equal for answers that claim the same: reasons and the order of keys aside. */
export function claimsOf(answer: object): string {
  const { outcome, reference, outcomes: all, error } = answer as Record<string, Json | undefined>;
  const claims = isObject(all) ? Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
  return JSON.stringify([
    outcome ?? null,
    reference ?? null,
    error !== undefined,
    claims.map(([key, claim]) => [key, claimsOf(isObject(claim) ? claim : {})]),
  ]);
}

function parse(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

function readAnswer(id: number, command: Message["command"], value: JsonObject): Answer {
  if ("error" in value) {
    if (typeof value.error !== "string") throw wrong('"error"', "a text", value.error);
    return { id, error: value.error };
  }
  if (command === "open") return readOpened(id, value);
  if (command === "applied") return { id, ...readApplied(value) };
  if (command === "clock" || command === "fault") return readOpened(id, value);
  if (command === "reconcile") return { id, outcomes: readOutcomes(value.outcomes) };
  return { id, ...readClaim(value, command, "") };
}

function readOpened(id: number, value: JsonObject): Answer {
  if (value.protocol !== 1) throw wrong('"protocol"', "1", value.protocol);
  const { capabilities } = value;
  const place = readPlace(value);
  if (capabilities === undefined) return { id, protocol: 1, ...place };
  if (!Array.isArray(capabilities) || !capabilities.every((item) => typeof item === "string")) {
    throw wrong('"capabilities"', "a list of texts", capabilities);
  }
  return { id, protocol: 1, capabilities, ...place };
}

function readOutcomes(value: Json | undefined): Record<string, Claim> {
  if (!isObject(value)) throw wrong('"outcomes"', "an object with one claim per business key", value);
  return Object.fromEntries(
    Object.entries(value).map(([businessKey, claim]) => {
      const where = ` in the claim about ${JSON.stringify(businessKey)}`;
      if (!isObject(claim)) throw wrong(`the value${where}`, "an object", claim);
      return [businessKey, readClaim(claim, "reconcile", where)];
    }),
  );
}

function readClaim(value: JsonObject, command: "perform" | "reconcile" | "inspect", where: string): Claim {
  const words = outcomes.filter((word) => word !== "absent" || command === "inspect");
  const { outcome, reference, reason, needsHuman } = value;
  const known = words.find((word) => word === outcome);
  if (known === undefined) {
    const hint = suggest(typeof outcome === "string" ? outcome : "", words);
    throw new Error(`"outcome"${where}: ${expectedGot("an outcome", shown(outcome))}.${hint}`);
  }
  const claim: Claim = { outcome: known };
  if (reference !== undefined) {
    if (typeof reference !== "string") throw wrong(`"reference"${where}`, "a text", reference);
    claim.reference = reference;
  }
  if (reason !== undefined) {
    if (typeof reason !== "string") throw wrong(`"reason"${where}`, "a text", reason);
    claim.reason = reason;
  }
  if (needsHuman !== undefined) {
    if (typeof needsHuman !== "boolean") throw wrong(`"needsHuman"${where}`, "true or false", needsHuman);
    claim.needsHuman = needsHuman;
  }
  return claim;
}
