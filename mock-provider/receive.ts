import type { ProviderEntry, Role } from "../src/core/history.js";
import { isObject, type JsonObject } from "../src/core/json.js";
import type { Connection } from "./connection.js";
import type { Exchange } from "./exchange.js";
import type { Context } from "./koa.js";
import type { Asked } from "./names.js";
import type { GraphqlCall } from "./graphql/call.js";
import type { ReadBody } from "./request-body.js";
import { maskTokenFields } from "./token-request.js";
import { fitting, type RouteGroup, type Target } from "./routes.js";
import type { World } from "./world.js";

const none: Record<string, string> = {};

/** How a request is understood at a route. */
interface Understood {
  read: ReadBody;
  call: GraphqlCall | null;
}

const nothing: readonly string[] = [];

/** Makes an exchange of a request that was read, and writes down that it came. */
export function receive(
  world: World,
  ctx: Context,
  connection: Connection,
  body: ReadBody,
  groups: readonly RouteGroup[],
): Exchange {
  const { method, path } = ctx;
  if (path === world.tokenPath && method === "POST") {
    const exchange = receiveAt(world, ctx, connection, body, {
      group: null,
      captures: nothing,
      role: "token",
    });
    if (exchange !== null) return exchange;
  }
  for (const group of groups) {
    if (group.method !== method && (method !== "HEAD" || group.method !== "GET")) continue;
    const captures = group.regexp.exec(path);
    const exchange = captures === null ? null : receiveAt(world, ctx, connection, body, { group, captures });
    if (exchange !== null) return exchange;
  }
  const exchange = receiveAt(world, ctx, connection, body, { group: null, captures: nothing });
  if (exchange === null) throw new Error("A request that leads nowhere was not received.");
  return exchange;
}

/** Null: no target of the group fits it. */
function receiveAt(
  world: World,
  ctx: Context,
  connection: Connection,
  body: ReadBody,
  at: { group: RouteGroup | null; captures: readonly string[]; role?: Role },
): Exchange | null {
  const { group, captures } = at;
  const query = ctx.querystring === "" ? none : Object.fromEntries(new URLSearchParams(ctx.querystring));
  // Node joins repeated headers; only Set-Cookie, which no request has, would be a list.
  const headers = ctx.req.headers as Record<string, string>;
  const caller = world.accounts.identify({ headers, query });
  const account = caller?.account ?? null;
  const { read, call } = group?.isGraphql === true ? understand(world, body) : { read: body, call: null };
  const targets = group === null ? [] : fitting(group.targets, read.value, query, call?.field ?? null);
  const asked = { account, parameters: none, query, headers, body: read.value, key: null, reference: null };
  const target = choose(world, targets, captures, asked);
  if (target === null && group?.isGraphql === false) return null;

  const parameters = target === null ? none : target.parameters(captures);
  const role = target?.role ?? at.role ?? "none";
  const isWrite = role === "write";
  // Written out: a spread followed by this many properties costs twenty kilobytes for every request.
  const exchange: Exchange = {
    account,
    query,
    headers,
    body: read.value,
    key: null,
    call,
    parameters,
    reference: isWrite && target !== null ? target.operation.reference(read.value) : null,
    id: world.nextRequest++,
    connection,
    onConnection: (connection.requests += 1),
    count: count(world, target, role),
    ctx,
    isAtRoute: group !== null,
    target,
    role,
    method: ctx.method,
    path: ctx.path,
    read,
    caller,
    unauthorized: null,
    authorization: role === "token" ? headers["authorization"] : undefined,
    phase: "received",
    receivedAt: world.clock.wall(),
    epoch: world.epoch,
    goneIn: null,
    isAnswered: false,
    isCut: false,
    isMuted: false,
    whenOver: [],
    replacement: null,
    wire: null,
    leaveOutMatches: false,
    outcome: null,
  };
  const layer = isWrite && target !== null ? world.keyLayers.get(target.operation.is.name) : undefined;
  if (layer !== undefined) exchange.key = layer.keyOf(exchange);
  exchange.unauthorized =
    caller === null
      ? "The credential is missing or was not issued by this provider."
      : world.accounts.accountProblem(caller, exchange, parameters);
  connection.open.add(exchange);
  record(world, exchange);
  return exchange;
}

/** A GraphQL body with the field's arguments among its variables, under their own names. */
function understand({ readCall }: World, body: ReadBody): Understood {
  if (readCall === null || body.kind !== "json") return { read: body, call: null };
  const call = readCall(body.value);
  if ("problem" in call) return { read: { ...body, kind: null, problem: call.problem }, call: null };
  const sent = body.value as JsonObject;
  const variables = { ...(isObject(sent["variables"]) ? sent["variables"] : {}), ...call.arguments };
  return { read: { ...body, kind: "graphql", value: { ...sent, variables } }, call };
}

function choose(
  world: World,
  targets: readonly Target[],
  captures: readonly string[],
  asked: Asked,
): Target | null {
  const [first] = targets;
  if (first === undefined) return null;
  if (targets.length === 1) return first;
  // Several operations may be looked up on one route: the one that has such an effect is meant.
  const owner = targets.find(
    (target) =>
      target.lookup?.has(
        { ...asked, parameters: target.parameters(captures) },
        world.effects,
        target.operation.is.name,
      ) === true,
  );
  return owner ?? first;
}

function count({ counts }: World, target: Target | null, role: Role): number {
  const what = target?.operation ?? null;
  let ofRole = counts.get(role);
  if (ofRole === undefined) counts.set(role, (ofRole = new Map()));
  const next = (ofRole.get(what) ?? 0) + 1;
  ofRole.set(what, next);
  return next;
}

function record({ journal, accounts, tokenPath }: World, exchange: Exchange): void {
  const { target, read } = exchange;
  const isForToken = exchange.role === "token";
  const shown = isForToken ? accounts.refreshing(read.value) : exchange.caller?.token;
  if (isForToken) exchange.account = shown?.account ?? null;
  // In place: nobody needs the secrets any more, and a copy of the headers for every request would be kept for long.
  const { headers } = exchange;
  for (const name in headers) {
    const value = headers[name] ?? "";
    const masked = accounts.maskHeader(name, value);
    if (masked !== value) headers[name] = masked;
  }
  const entry: Extract<ProviderEntry, { kind: "request-received" }> = {
    kind: "request-received",
    request: exchange.id,
    connection: exchange.connection.id,
    onConnection: exchange.onConnection,
    count: exchange.count,
    operation: target?.operation.is.name ?? null,
    role: exchange.role,
    lookup:
      target === null || target.lookup === null ? null : target.operation.lookups.indexOf(target.lookup),
    method: exchange.method,
    path: exchange.path,
    query: accounts.maskQuery(exchange.query),
    parameters: exchange.parameters,
    headers,
    body: isForToken ? maskTokenFields(exchange.body) : exchange.body,
    bodyBytes: read.bytes,
    bodyHash: read.hash,
    account: exchange.account,
    key: exchange.key,
    reference: exchange.reference,
  };
  if (tokenPath !== null) entry.credential = shown?.id ?? null;
  journal.append(entry);
}
