import type { Exchange, Outgoing, Soon } from "./exchange.js";
import { Koa, type Context } from "./koa.js";
import type { Caller } from "./credentials.js";
import { lookUp, poll, read } from "./read.js";
import { receive } from "./receive.js";
import { isExpired, refuse, refuseExpired, replaced } from "./refusals.js";
import { bodyProblem, readBody, type ReadBody } from "./request-body.js";
import { routeGroups, type RouteGroup, type Target } from "./routes.js";
import { send } from "./send.js";
import { giveToken } from "./token-endpoint.js";
import { write } from "./write.js";
import type { World } from "./world.js";

/**
 * The Koa app that enacts a contract. Every request takes this way; at each phase faults and holds may meet it:
 *
 *     connect ──▶ read ──▶ received ──▶ credentials ──▶ content ──▶ key ──▶ admitted ──▶ committed ──▶ answered
 *                            │              │              │         │                    │
 *                            │              └── refused ───┘         ├─ replay ──────────▶│
 *                            └─ lookup, poll, read ─────────────────▶│  in flight, mismatch ──▶ answered
 */
export function makeApp(world: World): Koa {
  const app = new Koa();
  // Koa reports every client that leaves; our own mistakes are told of where they are caught.
  app.on("error", () => {});
  const groups = routeGroups(world.contract, world.operations);
  app.use((ctx) => serve(world, ctx, groups));
  return app;
}

async function serve(world: World, ctx: Context, groups: readonly RouteGroup[]): Promise<void> {
  const connection = world.connectionOf(ctx.req.socket);
  if (connection === undefined) return;
  ctx.respond = false;
  let read: ReadBody;
  try {
    read = await readBody(ctx.req);
  } catch {
    // The client left in the middle of its request: there is nobody to answer and nothing to process.
    return;
  }
  const exchange = receive(world, ctx, connection, read, groups);
  try {
    await live(world, exchange);
  } catch (error) {
    world.onBug(error);
    ctx.respond = true;
    throw error;
  } finally {
    leave(world, exchange);
  }
}

/** One request from its receipt to its answer, or to its end without one. */
async function live(world: World, exchange: Exchange): Promise<void> {
  const { stagehands } = world;
  if (!stagehands.isQuiet) {
    stagehands.see(exchange);
    if ((await stagehands.meet(exchange, "received")) === "stop") return;
  }
  const soon = exchange.replacement === null ? process(world, exchange) : replaced(exchange);
  const outgoing = soon instanceof Promise ? await soon : soon;
  if (outgoing === null || exchange.epoch !== world.epoch) return;
  exchange.phase = "answered";
  if (exchange.isMuted) return;
  exchange.replacement = null;
  if (!stagehands.isQuiet && (await stagehands.meetAnswer(exchange)) === "stop") return;
  const sent = send(world, exchange, exchange.replacement === null ? outgoing : replaced(exchange));
  if (sent instanceof Promise) await sent;
  if (!stagehands.isQuiet && exchange.isAnswered) await stagehands.holdAt(exchange, "answered");
}

/** From the credentials to the answer; null when there is none. Waits for nothing unless a fault or a hold may be met. */
function process(world: World, exchange: Exchange): Soon<Outgoing | null> {
  const { target, caller, role } = exchange;
  if (role === "token") return giveToken(world, exchange);
  if (target === null) return refuseUntargeted(world, exchange);
  if (caller === null || exchange.unauthorized !== null) {
    return refuse(world, exchange, "unauthorized", exchange.unauthorized ?? "");
  }
  if (isExpired(world, exchange)) return refuseExpired(world, exchange);
  const problem = bodyProblem(exchange.read, target.kinds);
  if (problem !== null) return refuse(world, exchange, "invalid", problem);
  if (role === "write") return write(world, exchange, target.operation, caller);

  exchange.phase = "admitted";
  world.journal.append({
    kind: "request-admitted",
    request: exchange.id,
    as: "keyless",
    original: null,
  });
  if (world.stagehands.isQuiet) return look(world, exchange, target, caller);
  return world.stagehands.meet(exchange, "admitted").then((direction) => {
    if (direction === "stop") return null;
    return exchange.replacement === null ? look(world, exchange, target, caller) : replaced(exchange);
  });
}

function look(world: World, exchange: Exchange, target: Target, { account }: Caller): Outgoing {
  const { operation, lookup } = target;
  if (lookup !== null) return lookUp(world, exchange, operation, lookup, account);
  return exchange.role === "poll"
    ? poll(world, exchange, operation, account)
    : read(world, exchange, operation, account);
}

/** The way to the target is known as far as the path, if at all. */
function refuseUntargeted(world: World, exchange: Exchange): Outgoing {
  const { method, path, read, call } = exchange;
  if (!exchange.isAtRoute) {
    const what = `The contract has no operation or lookup at ${method} ${path}.`;
    return refuse(world, exchange, "notFound", what);
  }
  const problem =
    call === null
      ? bodyProblem(read, ["graphql"])
      : `The contract has no operation or lookup for the field '${call.field}'.`;
  return refuse(world, exchange, "invalid", problem ?? "The body: expected a GraphQL request.");
}

/** The end of a request: answered, cut off by the provider, or abandoned by the client, now or when its connection ends. */
function leave(world: World, exchange: Exchange): void {
  const { connection } = exchange;
  const over = (): void => {
    connection.open.delete(exchange);
    if (exchange.isAnswered || exchange.isCut || exchange.goneIn === null) return;
    if (exchange.epoch !== world.epoch) return;
    world.journal.append({ kind: "request-abandoned", request: exchange.id, phase: exchange.goneIn });
  };
  if (exchange.isAnswered || connection.isOver) {
    over();
    if (world.listener.isRefusing && connection.open.size === 0) connection.close();
  } else {
    exchange.whenOver.push(over);
  }
}
