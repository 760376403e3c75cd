import { describe, expect, test } from "vitest";
import settleOutcome from "../../../mock-provider/faults/settle-outcome.js";
import type { Provider } from "../../../mock-provider/provider.js";
import { startProvider } from "../../../mock-provider/start.js";
import { loadContract } from "../../../src/contract/load.js";
import { only } from "../../../src/core/history.js";
import { call } from "../world.js";
import { listen, startAt, type TestReceiver } from "./receiver.js";

const contract = loadContract(
  `threeworlds: 1
provider: { name: Mail }
credentials: { scheme: bearer }
operations:
  sendMail:
    nature: creates
    request:
      { method: POST, path: /mail, reference: /order, example: { body: { to: ada, order: "{{businessKey}}" } } }
    answer:
      is: acknowledgement
      status: 202
      ticket: { in: header, name: X-Message-Id }
      headers: { X-Message-Id: "{{ticket}}" }
      outcome:
        by: webhook
        event: delivered
        ticket: /message
        at: /type
        succeeded: [delivered]
        failed: [bounced]
        takes: 10s
webhooks:
  kind: { in: body, pointer: /type }
  events:
    delivered: { example: { id: "{{event.id}}", type: delivered, message: m-1, account: "{{account}}" } }
  identity: { in: body, pointer: /id }
  signature: { scheme: stripe }
  acknowledge: { success: [2xx], within: 2s }
  redelivery: { when: [noAnswer, 5xx], schedule: [0s, 1m], for: 1h, resigned: true }
`,
  "mail.yaml",
);

const start = (receiver?: TestReceiver): Promise<Provider> =>
  startProvider(contract, {
    seed: 7,
    startAt,
    faults: new Map([[settleOutcome.id, settleOutcome]]),
    ...(receiver === undefined ? {} : { webhooks: { url: receiver.url, secrets: ["whsec_mine"] } }),
  });

async function ticketOf(provider: Provider, as: "first" | "second" = "first"): Promise<string | null> {
  const { headers } = await call(provider, "POST", "/mail", { body: { to: "ada", order: "order-1" }, as });
  return headers.get("x-message-id");
}

const bodies = (receiver: TestReceiver): unknown[] =>
  receiver.got.map(({ body }) => JSON.parse(String(body)) as unknown);

describe("an outcome by webhook", () => {
  test("is delivered, signed, when its time has come", async () => {
    await using receiver = await listen();
    await using provider = await start(receiver);
    const ticket = await ticketOf(provider);
    expect(receiver.got).toEqual([]);

    provider.clock.advance(10_000);
    await provider.journal.waitFor(({ kind }) => kind === "delivery-ended");

    expect(bodies(receiver)).toEqual([
      expect.objectContaining({ type: "delivered", message: ticket, account: "acct_1" }),
    ]);
    expect(receiver.got[0]?.headers["stripe-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(provider.webhooks?.sources.first.secrets).toEqual(["whsec_mine"]);
    const kinds = provider.journal.entries().map(({ kind }) => kind);
    expect(kinds.slice(kinds.indexOf("outcome-settled"))).toEqual([
      "outcome-settled",
      "event-made",
      "delivery-sent",
      "delivery-answered",
      "delivery-ended",
    ]);
  });

  test("says that it failed, of the other account under its name", async () => {
    await using receiver = await listen();
    await using provider = await start(receiver);
    provider.arm({ fault: "settle-outcome", at: "committed", options: { outcome: "failed" } });
    const ticket = await ticketOf(provider, "second");

    provider.clock.advance(10_000);
    await provider.journal.waitFor(({ kind }) => kind === "delivery-ended");

    expect(bodies(receiver)).toEqual([
      expect.objectContaining({ type: "bounced", message: ticket, account: "acct_2" }),
    ]);
    expect(provider.effects()).toEqual([]);
  });

  test("comes again while the receiver is ill", async () => {
    await using receiver = await listen((response, _, count) => {
      response.statusCode = count === 1 ? 500 : 200;
      response.end();
    });
    await using provider = await start(receiver);
    await ticketOf(provider);
    provider.clock.advance(10_000);
    await provider.journal.waitFor(({ kind }) => kind === "delivery-scheduled");

    provider.clock.advance(60_000);
    const ended = await provider.journal.waitFor(({ kind }) => kind === "delivery-ended");

    expect(ended).toMatchObject({ because: "success", attempts: 2 });
    expect(bodies(receiver)[0]).toEqual(bodies(receiver)[1]);
  });

  test("is settled all the same where nobody said where events go", async () => {
    await using provider = await start();
    await ticketOf(provider);

    provider.clock.advance(10_000);

    expect(only(provider.journal.entries(), "outcome-settled")).toHaveLength(1);
    expect(provider.webhooks).toBeNull();
  });

  test("is forgotten with a reset, also while it is on its way", async () => {
    await using receiver = await listen(() => {});
    await using provider = await start(receiver);
    await ticketOf(provider);
    provider.clock.advance(10_000);
    await provider.journal.waitFor(({ kind }) => kind === "delivery-sent");

    provider.reset();
    await expect.poll(() => receiver.sockets.size).toBe(0);

    expect(provider.journal.entries().filter(({ kind }) => kind.startsWith("delivery"))).toEqual([]);
    expect(receiver.got).toHaveLength(1);
  });
});
