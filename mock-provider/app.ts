import type { Exchange, Outgoing } from "./exchange.js";
import { Koa, Router, type Context, type Next } from "./koa.js";
import { lookUp, poll, read } from "./read.js";
import { receive } from "./receive.js";
import { refuse, replaced } from "./refusals.js";
import { bodyProblem, readBody, type ReadBody } from "./request-body.js";
import { routeGroups, type RouteGroup } from "./routes.js";
import { send } from "./send.js";
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
  const router = new Router();
  for (const group of routeGroups(world.contract, world.operations)) {
    const meet = (ctx: Context, next: Next): Promise<void> => serve(world, ctx, group, next);
    router.register(group.regexp, [group.method], meet, { pathAsRegExp: true });
  }
  app.use(router.routes());
  app.use((ctx) => serve(world, ctx, null, async () => {}));
  return app;
}

async function serve(world: World, ctx: Context, group: RouteGroup | null, next: Next): Promise<void> {
  const connection = world.connectionOf(ctx.req.socket);
  if (connection === undefined) return;
  const state = ctx.state as { read?: ReadBody };
  try {
    state.read ??= await readBody(ctx.req);
  } catch {
    // The client left in the middle of its request: there is nobody to answer and nothing to process.
    ctx.respond = false;
    return;
  }
  const exchange = receive(world, ctx, connection, state.read, group);
  if (exchange === null) return next();
  ctx.respond = false;
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
  const outgoing = exchange.replacement === null ? await process(world, exchange) : replaced(exchange);
  if (outgoing === null || exchange.epoch !== world.epoch) return;
  exchange.phase = "answered";
  if (exchange.isMuted) return;
  exchange.replacement = null;
  if (!stagehands.isQuiet && (await stagehands.meetAnswer(exchange)) === "stop") return;
  await send(world, exchange, exchange.replacement === null ? outgoing : replaced(exchange));
  if (!stagehands.isQuiet && exchange.isAnswered) await stagehands.holdAt(exchange, "answered");
}

async function process(world: World, exchange: Exchange): Promise<Outgoing | null> {
  const { target, caller, role } = exchange;
  if (target === null) return refuseUntargeted(world, exchange);
  if (caller === null || exchange.unauthorized !== null) {
    return refuse(world, exchange, "unauthorized", exchange.unauthorized ?? "");
  }
  const { operation, lookup, kinds } = target;
  const problem = bodyProblem(exchange.read, kinds);
  if (problem !== null) return refuse(world, exchange, "invalid", problem);
  if (role === "write") return write(world, exchange, operation, caller);

  exchange.phase = "admitted";
  world.journal.append({
    kind: "request-admitted",
    request: exchange.id,
    as: "keyless",
    original: null,
  });
  if (!world.stagehands.isQuiet && (await world.stagehands.meet(exchange, "admitted")) === "stop")
    return null;
  if (exchange.replacement !== null) return replaced(exchange);
  if (lookup !== null) return lookUp(world, exchange, operation, lookup, caller.account);
  return role === "poll"
    ? poll(world, exchange, operation, caller.account)
    : read(world, exchange, operation, caller.account);
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
