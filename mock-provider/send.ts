import type { ServerResponse } from "node:http";
import { bodyText, type Answer } from "./answers.js";
import type { Exchange, Outgoing } from "./exchange.js";
import { selectAnswer } from "./graphql/selection.js";
import type { WireAnswer } from "./fault.js";
import { writePlan } from "./wire.js";
import type { World } from "./world.js";

/** Puts an answer on the wire and writes down what came of it. */
export async function send(world: World, exchange: Exchange, outgoing: Outgoing): Promise<void> {
  const { connection, ctx, wire } = exchange;
  if (connection.isOver) return;
  const answer = selected(outgoing, exchange);
  const text = bodyText(answer);
  const headers = headersOf(world, exchange, outgoing);
  ctx.respond = false;
  let isComplete: boolean;
  let isWhole = true;
  let isSlow = false;
  if (wire === null) {
    isWhole = isComplete = await sendPlainly(exchange, ctx.res, answer.status, headers, text);
  } else {
    const whole = wireAnswer(exchange, answer, headers, text);
    const plan = wire(whole);
    isSlow = plan.chunks.some(({ afterMs = 0 }) => afterMs > 0);
    isComplete = await writePlan(connection, ctx.res, whole, plan);
    isWhole = isComplete || !connection.isOver || exchange.isCut;
  }
  // Nobody was there any more to take it: that is an abandoned request, not an answer.
  if (!isWhole || exchange.epoch !== world.epoch) return;
  exchange.isAnswered = true;
  world.journal.append({
    kind: "request-answered",
    request: exchange.id,
    status: answer.status,
    headers: journalled(headers, world),
    body: answer.body ?? null,
    by: outgoing.by,
    name: outgoing.name,
    ...(outgoing.found === undefined ? {} : { found: outgoing.found }),
    complete: isComplete,
    tookMs: isSlow ? Math.round(world.clock.wall() - exchange.receivedAt) : 0,
  });
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
    if (!answer.headers.some(([there]) => lower(there) === lower(name))) headers.push(name, value);
  }
  return headers;
}

function sendPlainly(
  exchange: Exchange,
  response: ServerResponse,
  status: number,
  headers: string[],
  text: string,
): Promise<boolean> {
  return new Promise((resolve) => {
    exchange.whenOver.push(() => resolve(false));
    response.once("finish", () => resolve(true));
    const isBodiless = hasNoBody(status);
    const length = isBodiless ? [] : ["Content-Length", String(Buffer.byteLength(text))];
    response.writeHead(status, [...headers, ...length]);
    response.end(exchange.method === "HEAD" || isBodiless ? undefined : text);
  });
}

/** RFC 9110, sections 15.3.5 and 15.4.5. */
function hasNoBody(status: number): boolean {
  return status === 204 || status === 304;
}

/** What the HTTP server would write. */
function wireAnswer(exchange: Exchange, { status }: Answer, headers: string[], text: string): WireAnswer {
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
