import type { DeclaredError, Wait, WaitFormat } from "../../src/contract/model.js";
import { errorPointer } from "../../src/contract/next-moves.js";
import type { EntryOf, History } from "../../src/core/history.js";
import { getAt } from "../../src/core/pointer.js";
import type { Ask } from "./asks.js";
import type { Intent, Send } from "./intent.js";
import { headerOf } from "./reading.js";
import { readingsOf } from "./state.js";

/** Until when a careful connector sends nothing, because an answer said so. */
export interface DeclaredWait {
  /** The provider's clock, ms since the epoch. */
  untilAt: number;
  /** What was declared, as it stood in the answer or the contract. */
  said: string;
  toleranceMs: number;
  answer: EntryOf<"request-answered">;
  /** JSON Pointer below the operation. */
  pointer: string;
}

/**
 * Dates have whole seconds: whoever rounds the wait down is up to 1 s early, and never by more than half of a wait that
 * is longer than that. ms.
 */
const dateToleranceMs = 1000;
const toleranceMs = 50;

/**
 * The wait that the answer to a send declared; null where there is none, where it is unreadable (the connector then backs
 * off as it sees fit), or where the connector may not have read the answer.
 */
export function declaredWait(
  intent: Intent,
  send: Send,
  before: number,
  history: History,
  asks: readonly Ask[],
): DeclaredWait | null {
  const readings = readingsOf(send, before);
  const [reading] = readings;
  const { answer } = send;
  if (reading === undefined || readings.length > 1 || answer === null) return null;
  const inFlight = intent.operation.idempotency?.inFlight.promised;
  const found =
    reading.is === "in-flight"
      ? inFlight != null && headerIn(inFlight.headers, "retry-after")
        ? waitIn([{ header: "Retry-After", formats: ["seconds", "httpDate"] }], answer)
        : null
      : reading.is === "refused" || reading.is === "maybe"
        ? waitIn(reading.error?.after ?? [], answer)
        : null;
  if (found === null) return null;
  const error: DeclaredError | null = "error" in reading ? reading.error : null;
  // A connector with a clock counts from the `now` of the message it is working on.
  const ask = asks.findLast(({ seq }) => seq < send.seq);
  const from = history.capabilities.includes("clock") ? Math.min(answer.at, ask?.at ?? answer.at) : answer.at;
  return {
    untilAt: "at" in found ? found.at : from + found.ms,
    said: found.said,
    toleranceMs: "at" in found ? Math.min(dateToleranceMs, (found.at - answer.at) / 2) : toleranceMs,
    answer,
    pointer: error === null ? "/idempotency/inFlight" : errorPointer(intent.operation, error),
  };
}

/**
 * Until when a connector may well keep still after a send, by the provider's clock, ms: as long as was declared, or where
 * that makes no sense, as long as the contract says instead. null where neither says anything.
 */
export function patientUntil(send: Send): number | null {
  const { answer } = send;
  const [reading] = readingsOf(send, Number.POSITIVE_INFINITY);
  if (answer === null || (reading?.is !== "refused" && reading?.is !== "maybe")) return null;
  const found = sensibleWaitIn(reading.error?.after ?? [], answer);
  if (found === null) return null;
  return "at" in found ? found.at : answer.at + found.ms;
}

/** The wait of a refusal that stands in the answer and makes no sense, as it stood there; null when there is none such. */
export function senselessWait(send: Send, before: number): string | null {
  const [reading, ...others] = readingsOf(send, before);
  if (reading === undefined || others.length > 0 || send.answer === null) return null;
  if (reading.is !== "refused" && reading.is !== "maybe") return null;
  const present = presentWait(reading.error?.after ?? [], send.answer);
  return present !== null && "formats" in present && readWait(present) === null ? present.said : null;
}

export type Found = { said: string } & ({ ms: number } | { at: number });
type Present = { said: string; text: string; formats: readonly WaitFormat[] } | { said: string; ms: number };

/** The wait that an answer declares by a contract's `after`: the first that is present counts; one that makes no sense is no wait. */
export function waitIn(after: readonly Wait[], answer: EntryOf<"request-answered">): Found | null {
  const present = presentWait(after, answer);
  if (present === null || "ms" in present) return present;
  const read = readWait(present);
  return read === null ? null : { said: present.said, ...read };
}

/** The first wait of a contract's `after` that can be read in an answer: what makes no sense is passed over. */
export function sensibleWaitIn(after: readonly Wait[], answer: EntryOf<"request-answered">): Found | null {
  return after.map((wait) => waitIn([wait], answer)).find((found) => found !== null) ?? null;
}

function presentWait(after: readonly Wait[], answer: EntryOf<"request-answered">): Present | null {
  for (const wait of after) {
    if ("fixedMs" in wait) return { said: `${wait.fixedMs} ms`, ms: wait.fixedMs };
    const value = "header" in wait ? headerOf(answer, wait.header) : getAt(answer.body, wait.pointer);
    if (value === undefined || value === null || typeof value === "object") continue;
    const text = String(value).trim();
    const name = "header" in wait ? wait.header : wait.pointer;
    return { said: `${name}: ${text}`, text, formats: wait.formats };
  }
  return null;
}

function readWait({
  text,
  formats,
}: {
  text: string;
  formats: readonly WaitFormat[];
}): ReturnType<typeof parse> {
  for (const format of formats) {
    const read = parse(text, format);
    if (read !== null) return read;
  }
  return null;
}

function parse(text: string, format: WaitFormat): { ms: number } | { at: number } | null {
  if (format === "httpDate" || format === "iso8601") {
    const shape = format === "httpDate" ? /^[A-Z][a-z]{2,}, .*GMT$/ : /^\d{4}-\d{2}-\d{2}T/;
    const at = shape.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(at) ? null : { at };
  }
  // Fractions are no valid seconds (RFC 9110, 10.2.3); whoever reads them all the same may.
  if (!/^\d+$/.test(text)) return null;
  const value = Number(text);
  switch (format) {
    case "seconds":
      return { ms: value * 1000 };
    case "milliseconds":
      return { ms: value };
    case "epochSeconds":
      return { at: value * 1000 };
    default:
      return { at: value };
  }
}

function headerIn(headers: Record<string, string>, name: string): boolean {
  return Object.keys(headers).some((header) => header.toLowerCase() === name);
}
