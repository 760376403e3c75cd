import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../../mock-provider/fault.js";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { readContract } from "../../src/contract/load.js";
import { only, type Entry } from "../../src/core/history.js";
import { RawClient, requestText, type Seen } from "./raw-client.js";

export const faults = await loadCatalogue<Fault>("faults");
const payouts = await readContract("test/contracts/acknowledged.yaml");
const tickets = await readContract("test/contracts/keyed.yaml");
const startAt = Date.parse("2026-11-30T12:00:00Z");

/** How long a client waits for an answer that the fault holds back. */
const patienceMs = 120;

/** A provider of tickets: answered with a receipt, found by reference, with a key. */
export function startTickets(): Promise<Provider> {
  return startProvider(tickets, { faults, seed: 7, startAt });
}

/** A ticket under a key of its own. */
export function ticket(provider: Provider, name: string): string {
  const headers = { ...authorization(provider), "Idempotency-Key": `key-${name}` };
  return requestText("POST", "/v1/tickets", headers, { subject: "Printer on fire", external_id: name });
}

export function findTicket(provider: Provider, name: string): string {
  return requestText("GET", `/v1/tickets?external_id=${name}`, authorization(provider));
}

/** A provider of payouts: acknowledged, done two seconds later, found by reference, polled, with a key. */
export function startPayouts(): Promise<Provider> {
  return startProvider(payouts, { faults, seed: 7, startAt });
}

/** A payout under a key of its own. */
export function payout(provider: Provider, name: string): string {
  const headers = { ...authorization(provider), "X-Request-Id": `request-${name}` };
  return requestText("POST", "/payouts", headers, { amount: 100, reference: name });
}

export function findPayout(provider: Provider, name: string): string {
  return requestText("GET", `/payouts?reference=${name}`, authorization(provider));
}

export function poll(provider: Provider, job: string): string {
  return requestText("GET", `/jobs/${job}`, authorization(provider));
}

/**
 * One exchange on a connection of its own, ended on both sides when this returns. When the fault met it and nothing
 * came, the client gives up after a while.
 */
export async function exchange(provider: Provider, text: string): Promise<Seen> {
  const { journal } = provider;
  const from = journal.entries().at(-1)?.seq ?? 0;
  const closed = only(journal.entries(), "connection-closed").length;
  const opened = journal.waitFor((entry) => entry.kind === "connection-opened" && entry.seq > from);
  const fired = journal.waitFor((entry) => entry.kind === "fault-fired" && entry.seq > from);
  const client = await RawClient.open(provider.port);
  if (client.isRefused) return client.exchange("");
  await opened;
  // What is sent to a connection that was closed meanwhile would be answered by RST, whatever the provider did.
  const metOnConnect = only(journal.entries(), "fault-fired").some(
    ({ seq, phase }) => seq > from && phase === "connect",
  );
  const seen = await client.exchange(
    metOnConnect ? "" : text,
    fired.then(() => patience()),
  );
  client.leave();
  await journal.waitFor(() => only(journal.entries(), "connection-closed").length > closed);
  await nextTurn();
  return seen;
}

/** What was due before its end has arrived when it resolves, on a busy machine, too. */
async function patience(): Promise<void> {
  await delay(patienceMs);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

/** Resolves when connections are accepted. */
export async function listens(port: number): Promise<void> {
  for (;;) {
    const client = await RawClient.open(port);
    client.leave();
    if (!client.isRefused) return;
    await nextTurn();
  }
}

/** A write, a lookup, the write again, and, some seconds later, a poll: all that a fault can meet. */
export async function converse(provider: Provider, name: string): Promise<Seen[]> {
  const seen = [
    await exchange(provider, payout(provider, name)),
    await exchange(provider, findPayout(provider, name)),
    await exchange(provider, payout(provider, name)),
  ];
  provider.clock.advance(5000);
  const job = /"job":\{"id":"([^"]+)"/.exec(seen[2]?.text ?? "")?.[1] ?? "unknown";
  seen.push(await exchange(provider, poll(provider, job)));
  return seen.map((one) => ({ ...one, text: one.text.replace(/^Date: .*$/im, "Date: masked") }));
}

/** What a conversation came to, without what differs from run to run. */
export function traces(entries: readonly Entry[]): unknown[] {
  return entries
    .filter(({ kind }) => !kind.startsWith("fault-") && !kind.startsWith("connection-"))
    .map((entry) => {
      if (entry.kind === "request-answered") {
        const { kind, request, status, body, by, name, complete } = entry;
        return { kind, request, status, body, by, name, complete };
      }
      return { ...entry, seq: 0, at: 0, wall: 0, connection: 0 };
    });
}

function authorization(provider: Provider): Record<string, string> {
  return { Authorization: `Bearer ${provider.credentials.first["token"] as string}` };
}
