import type { ServerResponse } from "node:http";
import { withHeaders, type Answer } from "./answers.js";
import type { Exchange, Outgoing } from "./exchange.js";
import type { WireAnswer } from "./fault.js";
import { writePlan } from "./wire.js";
import type { World } from "./world.js";

/** Puts an answer on the wire and writes down what came of it. */
export async function send(world: World, exchange: Exchange, outgoing: Outgoing): Promise<void> {
  const { connection, ctx } = exchange;
  if (connection.isOver) return;
  const answer =
    outgoing.isForeign === true ? outgoing.answer : withOwnHeaders(world, exchange, outgoing.answer);
  ctx.respond = false;
  const { wire } = exchange;
  let isComplete: boolean;
  let isWhole = true;
  let isSlow = false;
  if (wire === null) {
    isWhole = isComplete = await sendPlainly(exchange, ctx.res, answer);
  } else {
    const whole = wireAnswer(exchange, answer);
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
    headers: lowerCase(answer.headers, world),
    body: outgoing.answer.body ?? null,
    by: outgoing.by,
    name: outgoing.name,
    ...(outgoing.found === undefined ? {} : { found: outgoing.found }),
    complete: isComplete,
    tookMs: isSlow ? Math.round(world.clock.wall() - exchange.receivedAt) : 0,
  });
}

function withOwnHeaders(world: World, exchange: Exchange, answer: Answer): Answer {
  return withHeaders(answer, world.headers(world.scope(exchange)));
}

function sendPlainly(exchange: Exchange, response: ServerResponse, answer: Answer): Promise<boolean> {
  return new Promise((resolve) => {
    exchange.whenOver.push(() => resolve(false));
    response.once("finish", () => resolve(true));
    response.writeHead(answer.status, framed(answer).flat());
    response.end(hasBody(exchange, answer) ? answer.text : undefined);
  });
}

/** The headers with the one that says where the body ends. */
function framed(answer: Answer): [string, string][] {
  if (isBodiless(answer.status)) {
    return answer.headers.filter(([name]) => !/^content-(type|length)$/i.test(name));
  }
  return [...answer.headers, ["Content-Length", String(Buffer.byteLength(answer.text))]];
}

function hasBody({ method }: Exchange, { status }: Answer): boolean {
  return method !== "HEAD" && !isBodiless(status);
}

/** RFC 9110, sections 15.3.5 and 15.4.5. */
function isBodiless(status: number): boolean {
  return status === 204 || status === 304;
}

/** What the HTTP server would write. */
function wireAnswer(exchange: Exchange, answer: Answer): WireAnswer {
  const isLast = exchange.headers["connection"]?.toLowerCase() === "close";
  return {
    status: answer.status,
    headers: [
      ...framed(answer),
      ["Date", new Date().toUTCString()],
      ["Connection", isLast ? "close" : "keep-alive"],
    ],
    body: hasBody(exchange, answer) ? Buffer.from(answer.text) : Buffer.alloc(0),
  };
}

function lowerCase(headers: readonly [string, string][], { accounts }: World): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const [name, value] of headers) {
    const known = name.toLowerCase();
    lower[known] = accounts.maskHeader(known, value);
  }
  return lower;
}
