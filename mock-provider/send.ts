import type { ServerResponse } from "node:http";
import type { ProviderEntry } from "../src/core/history.js";
import { bodyText, type Answer } from "./answers.js";
import type { Exchange, Outgoing, Soon } from "./exchange.js";
import { selectAnswer } from "./graphql/selection.js";
import type { WireAnswer } from "./fault.js";
import { maskTokenFields } from "./token-request.js";
import { writePlan } from "./wire.js";
import type { World } from "./world.js";

/** Puts an answer on the wire and writes down what came of it; waits only where the system does not take it at once. */
export function send(world: World, exchange: Exchange, outgoing: Outgoing): Soon<void> {
  const { connection, ctx, wire } = exchange;
  if (connection.isOver) return;
  const answer = selected(outgoing, exchange);
  const text = bodyText(answer);
  const headers = headersOf(world, exchange, outgoing);
  if (wire !== null) return sendAsPlanned(world, exchange, outgoing, { answer, headers, text, wire });
  const isSent = sendPlainly(exchange, ctx.res, answer.status, headers, text);
  // Nobody was there any more to take it: that is an abandoned request, not an answer.
  if (isSent === true) answered(world, exchange, outgoing, { answer, headers });
  else
    return isSent.then((isWhole) => {
      if (isWhole) answered(world, exchange, outgoing, { answer, headers });
    });
}

interface Sent {
  /** As the client sees it. */
  answer: Answer;
  /** Names and values in turn. */
  headers: readonly string[];
  /** Not every byte of it, or not unaltered. */
  isAltered?: boolean;
  tookMs?: number;
}

async function sendAsPlanned(
  world: World,
  exchange: Exchange,
  outgoing: Outgoing,
  { answer, headers, text, wire }: Sent & { text: string; wire: NonNullable<Exchange["wire"]> },
): Promise<void> {
  const { connection, ctx } = exchange;
  const whole = wireAnswer(exchange, answer, headers, text);
  const plan = wire(whole);
  const isSlow = plan.chunks.some(({ afterMs = 0 }) => afterMs > 0);
  const isComplete = await writePlan(connection, ctx.res, whole, plan);
  if (!isComplete && connection.isOver && !exchange.isCut) return;
  const tookMs = isSlow ? Math.round(world.clock.wall() - exchange.receivedAt) : 0;
  answered(world, exchange, outgoing, { answer, headers, isAltered: !isComplete, tookMs });
}

function answered(
  world: World,
  exchange: Exchange,
  { by, name, found }: Outgoing,
  { answer, headers, isAltered = false, tookMs = 0 }: Sent,
): void {
  if (exchange.epoch !== world.epoch) return;
  exchange.isAnswered = true;
  const entry: Extract<ProviderEntry, { kind: "request-answered" }> = {
    kind: "request-answered",
    request: exchange.id,
    status: answer.status,
    headers: journalled(headers, world),
    body: exchange.role === "token" ? maskTokenFields(answer.body ?? null) : (answer.body ?? null),
    by,
    name,
    complete: !isAltered,
    tookMs,
  };
  if (found !== undefined) entry.found = found;
  world.journal.append(entry);
}

/** A GraphQL answer holds what was asked for, unless something that knows no GraphQL gives it. */
function selected({ answer, isForeign }: Outgoing, { call }: Exchange): Answer {
  if (call === null || isForeign === true) return answer;
  return { ...answer, body: selectAnswer(answer.body, call.data) };
}

/** All headers of an answer, names and values in turn; the provider's own do not replace those of the answer. */
function headersOf(world: World, exchange: Exchange, { answer, isForeign }: Outgoing): string[] {
  const isBodiless = hasNoBody(answer.status);
  const headers: string[] = [];
  for (const [name, value] of answer.headers) {
    if (!isBodiless || !/^content-(type|length)$/i.test(name)) headers.push(name, value);
  }
  if (isForeign === true) return headers;
  for (const [name, value] of world.headers(world.scope(exchange))) {
    if (!hasHeader(answer.headers, lower(name))) headers.push(name, value);
  }
  return headers;
}

function hasHeader(headers: readonly [string, string][], name: string): boolean {
  for (const [there] of headers) if (lower(there) === name) return true;
  return false;
}

/** True once the whole of it is with the system, false when the connection ended before. */
function sendPlainly(
  exchange: Exchange,
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  text: string,
): true | Promise<boolean> {
  const isBodiless = hasNoBody(status);
  const all = isBodiless ? headers : [...headers, "Content-Length", String(Buffer.byteLength(text))];
  response.writeHead(status, all as string[]);
  response.end(exchange.method === "HEAD" || isBodiless ? undefined : text);
  if (response.writableFinished && !exchange.connection.socket.destroyed) return true;
  return new Promise((resolve) => {
    exchange.whenOver.push(() => resolve(false));
    response.once("finish", () => resolve(true));
  });
}

/** RFC 9110, sections 15.3.5 and 15.4.5. */
function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** What the HTTP server would write. */
function wireAnswer(
  exchange: Exchange,
  { status }: Answer,
  headers: readonly string[],
  text: string,
): WireAnswer {
  const isLast = exchange.headers["connection"]?.toLowerCase() === "close";
  const isBodiless = hasNoBody(status);
  const pairs: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? "", headers[at + 1] ?? ""]);
  if (!isBodiless) pairs.push(["Content-Length", String(Buffer.byteLength(text))]);
  pairs.push(["Date", new Date().toUTCString()], ["Connection", isLast ? "close" : "keep-alive"]);
  const body = exchange.method === "HEAD" || isBodiless ? "" : text;
  return { status, headers: pairs, body: Buffer.from(body) };
}

/** The headers as the journal holds them: lower-case names, secrets masked. */
function journalled(headers: readonly string[], { accounts }: World): Record<string, string> {
  const known: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const name = lower(headers[at] ?? "");
    known[name] = accounts.maskHeader(name, headers[at + 1] ?? "");
  }
  return known;
}

const lowerNames = new Map<string, string>();

/** Header names come from the contract, hence there are few. */
function lower(name: string): string {
  let known = lowerNames.get(name);
  if (known === undefined) {
    known = name.toLowerCase();
    lowerNames.set(name, known);
  }
  return known;
}
