import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Armory } from "../../../mock-provider/control/armory.js";
import { startControl, type Control } from "../../../mock-provider/control/start.js";
import type { Provider } from "../../../mock-provider/provider.js";
import { startProvider } from "../../../mock-provider/start.js";
import { only } from "../../../src/core/history.js";
import { counterContract, listen, startAt, type TestReceiver } from "./receiver.js";

const token = "a-token-for-the-test";
let receiver: TestReceiver;
let provider: Provider;
let control: Control;

beforeAll(async () => {
  receiver = await listen();
  provider = await startProvider(counterContract(), { startAt, webhooks: { url: receiver.url } });
  control = await startControl(
    { provider, armory: new Armory(provider), faults: new Map(), name: "Counter" },
    { token },
  );
});

afterAll(async () => {
  await control.close();
  await provider.close();
  await receiver[Symbol.asyncDispose]();
});

async function post(
  body: unknown,
  url = control.url,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/deliveries`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe("POST /deliveries", () => {
  test("sends an event and says how it was answered; the same again by its name", async () => {
    const first = await post({ event: "increment" });
    const again = await post({ again: first.body["event"] });

    expect(first).toMatchObject({
      status: 201,
      body: { success: true, end: { is: "answered", status: 200 } },
    });
    expect(again.body["event"]).toBe(first.body["event"]);
    expect(receiver.got.at(-1)?.body).toEqual(receiver.got.at(-2)?.body);
  });

  test("sends it as a variant, from the other source, with other values", async () => {
    await post({ event: { kind: "increment", source: "second", set: { "/value": 42 } }, as: "stale" });

    const sent = only(provider.journal.entries(), "delivery-sent").at(-1);
    expect(sent).toMatchObject({ as: "stale", defects: ["time"], source: "acct_2" });
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ value: 42 });
  });

  test("goes on by the contract's schedule where that is asked for, and does not wait for it", async () => {
    const { body } = await post({ redeliver: true });
    await provider.journal.waitFor(({ kind }) => kind === "delivery-ended");

    expect(body).toMatchObject({ redelivering: true });
  });

  test.each([
    [
      { events: "increment" },
      "'events': expected one of event, again, as, redeliver, got 'events'. Did you mean 'event'?",
    ],
    [{ as: "stail" }, "Did you mean 'stale'?"],
    [
      { event: "incremented" },
      "event: expected one of increment, got 'incremented'. Did you mean 'increment'?",
    ],
    [{ event: 3 }, "'event': expected a kind of event, or { kind, source, set }, got 3."],
    [{ event: { source: "third" } }, "'event.source': expected first or second, got \"third\"."],
    [{ again: "nothing" }, "No event is called 'nothing'."],
    [{ redeliver: "yes" }, "'redeliver': expected true or false, got \"yes\"."],
  ])("refuses %j", async (asked, message) => {
    const { status, body } = await post(asked);

    expect(status).toBe(400);
    expect((body["error"] as { message: string }).message).toContain(message);
  });

  test("is refused where nobody said where events go", async () => {
    await using silent = await startProvider(counterContract(), { startAt });
    const other = await startControl(
      { provider: silent, armory: new Armory(silent), faults: new Map(), name: "Counter" },
      { token },
    );

    const { status, body } = await post({}, other.url);
    await other.close();

    expect(status).toBe(404);
    expect(body).toEqual({
      error: {
        code: "no-webhooks",
        message: "Nobody said where events go. Start the mock with --webhooks URL.",
      },
    });
  });
});
