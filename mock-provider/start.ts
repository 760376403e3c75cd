import { createServer } from "node:http";
import type { Socket } from "node:net";
import type { Contract } from "../src/contract/model.js";
import { Journal } from "../src/core/journal.js";
import { maskSecrets, secretsOf } from "../src/core/mask.js";
import { compileAnswer, compileHeaders } from "./answers.js";
import { makeApp } from "./app.js";
import { readArming } from "./arming.js";
import { Connection } from "./connection.js";
import { Accounts } from "./credentials.js";
import { EffectStore } from "./effect-store.js";
import { compileIdempotency } from "./idempotency.js";
import { Ids } from "./ids.js";
import { KeyMemory } from "./key-memory.js";
import { Listener, serveHttp } from "./listener.js";
import { compileOperation } from "./operation.js";
import { Outcomes } from "./outcomes.js";
import { plant } from "./plant.js";
import type { Provider, ProviderOptions } from "./provider.js";
import { Stagehands } from "./stagehands.js";
import { Subjects } from "./subjects.js";
import { startSender } from "./webhooks/start.js";
import { tellOutcome } from "./webhooks/tell-outcome.js";
import { VirtualClock } from "./virtual-clock.js";
import type { World } from "./world.js";
import { removeEffect } from "./enact.js";

/** The most effects, keys and journal entries kept when nothing else is asked for. */
const defaultKeep = 100_000;

/** Whether any of its requests is GraphQL: its parser is loaded only then. */
function usesGraphql({ operations }: Contract): boolean {
  return operations.some(({ request, lookups }) =>
    [request, ...lookups.map((lookup) => lookup.request)].some(({ match }) => match.graphqlField !== null),
  );
}

/** Starts a provider that enacts the contract. Throws KitError("port") when the port is taken. */
export async function startProvider(contract: Contract, options: ProviderOptions = {}): Promise<Provider> {
  const { seed = 1, keep = defaultKeep, faults = new Map() } = options;
  const { refusals } = contract.provider;
  const ids = new Ids(seed);
  const clock: VirtualClock = new VirtualClock(options.startAt ?? Date.now(), (byMs) => {
    journal.append({ kind: "clock-moved", byMs });
  });
  const journal: Journal =
    options.journal ?? new Journal({ now: () => clock.now(), wall: () => clock.wall(), keep });
  const evicted = (what: "effects" | "keys") => (count: number) => {
    journal.append({ kind: "evicted", what, count });
  };
  const effects = new EffectStore(keep, evicted("effects"));
  const operations = contract.operations.map(compileOperation);
  const connections = new Map<Socket, Connection>();
  let nextConnection = 1;

  const onBug = options.onBug ?? ((error: unknown) => console.error(error));
  const stagehands = new Stagehands(journal, {
    clock,
    journal,
    epoch: () => world.epoch,
    onBug,
    fill(template, exchange, by, name) {
      // A failing gateway has words of its own, where the fault gives none.
      const isWordless = by === "gateway" && template.status >= 500 && template.body === undefined;
      const worded = isWordless ? { ...refusals.gateway, status: template.status } : template;
      const reason = name === null ? "The request failed." : `The request failed: ${name}.`;
      return compileAnswer(worded)(world.scope(exchange, { reason }));
    },
    refuseConnections() {
      listener.refuse();
      for (const connection of connections.values()) if (connection.open.size === 0) connection.close();
      return () => listener.accept();
    },
  });
  const listener = new Listener((socket) => {
    const connection = new Connection(nextConnection++, socket, (by, how) => {
      connections.delete(socket);
      journal.append({ kind: "connection-closed", connection: connection.id, by, how });
    });
    connections.set(socket, connection);
    journal.append({ kind: "connection-opened", connection: connection.id });
    if (stagehands.isQuiet) serveHttp(server, socket);
    else {
      stagehands.meetConnection(connection).then((direction) => {
        if (direction === "go-on" && !connection.isOver) serveHttp(server, socket);
      }, onBug);
    }
  });
  // A seed of their own: an id after a reset must not be the secret that was drawn first.
  const accounts = new Accounts(contract, new Ids(seed ^ 0x5ec2e7), {
    now: () => clock.now(),
    record: (entry) => journal.append(entry),
  });
  const { oauth } = contract.credentials;
  const world: World = {
    contract,
    operations,
    keyLayers: new Map(
      contract.operations.flatMap(({ name, idempotency, request }) =>
        idempotency === null ? [] : [[name, compileIdempotency(idempotency, name, request)] as const],
      ),
    ),
    ids,
    clock,
    journal,
    accounts,
    tokenPath: accounts.tokenPath,
    expired: oauth === null ? null : compileAnswer(oauth.expired),
    effects,
    keys: new KeyMemory(keep, evicted("keys")),
    outcomes: new Outcomes(keep, {
      clock,
      journal,
      remove: (stored) => removeEffect(world, stored, null),
      tell: (settled) => {
        if (sender !== null) tellOutcome(sender, settled, accounts.accountOf("second"));
      },
    }),
    stagehands,
    listener,
    connectionOf: (socket) => connections.get(socket),
    nextRequest: 1,
    counts: new Map(),
    refusals: {
      unauthorized: compileAnswer(refusals.unauthorized),
      notFound: compileAnswer(refusals.notFound),
      invalid: compileAnswer(refusals.invalid),
    },
    headers: compileHeaders(contract.provider.headers),
    scaled: options.scaled ?? {},
    epoch: 1,
    onBug,
    subjects: new Subjects(contract),
    readCall: usesGraphql(contract) ? (await import("./graphql/call.js")).readCall : null,
    scope: (exchange, more) => ({
      ids,
      now: clock.now(),
      baseUrl: listener.baseUrl,
      operation: exchange.target?.operation.is.name ?? "",
      asked: exchange,
      ...(more === undefined ? {} : { more }),
    }),
  };
  const server = createServer(makeApp(world).callback());
  // Connections end when a client or a fault ends them, never by themselves.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  const sender =
    options.webhooks === undefined
      ? null
      : startSender(contract, {
          ...options.webhooks,
          clock,
          journal,
          seed,
          sources: { first: accounts.accountOf("first"), second: accounts.accountOf("second") },
        });
  await listener.open(options.port ?? 0);
  accounts.openAt(listener.baseUrl);

  const close = async (): Promise<void> => {
    world.epoch += 1;
    await sender?.close();
    listener.close();
    stagehands.clear();
    clock.close();
    const open = [...connections.values()];
    for (const connection of open) connection.close();
    await Promise.all(open.map((connection) => connection.over()));
  };
  return {
    baseUrl: listener.baseUrl,
    port: listener.port,
    journal,
    clock,
    credentials: { first: accounts.first, second: accounts.second },
    secrets: () => accounts.secrets(),
    masked: (entry) => {
      const issued = [...secretsOf(accounts.first), ...secretsOf(accounts.second), ...accounts.secrets()];
      const secrets = [...issued, ...accounts.presented()];
      return maskSecrets(entry, [...secrets, ...secrets.map(encodeURIComponent)]);
    },
    webhooks: sender,
    expireTokens(which, revoked = false) {
      if (oauth !== null) accounts.grant().tokens.expire(accounts.accountOf(which), revoked);
    },
    arm(arming) {
      const names = operations.map(({ is }) => is.name);
      const { fault, at, on, options: chosen, times } = readArming(arming, { faults, operations: names });
      const known = faults.get(fault);
      if (known === undefined) throw new Error(`Fault '${fault}' was read but is not there.`);
      return stagehands.arm(known, at, on ?? {}, chosen, times);
    },
    hold: (on, at) => stagehands.hold(on, at),
    effects: () => effects.all().map(({ effect }) => effect),
    plant: (planting) => plant(world, planting),
    remove(effectId) {
      const stored = effects.all().find(({ effect }) => effect.id === effectId);
      if (stored === undefined) return false;
      removeEffect(world, stored, null);
      return true;
    },
    reset() {
      world.epoch += 1;
      stagehands.clear();
      clock.reset();
      sender?.reset();
      effects.clear();
      world.keys.clear();
      world.outcomes.clear();
      world.counts.clear();
      ids.reset();
      for (const connection of connections.values()) connection.close();
      journal.clear();
      accounts.reset();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
