import { describe, expect, it } from "vitest";
import settleOutcome from "../../mock-provider/faults/settle-outcome.js";
import type { Provider, ProviderOptions } from "../../mock-provider/provider.js";
import { call, entriesOf, startWith, type Reply } from "./world.js";

const payouts = `
startPayout:
  request: { method: POST, path: /payouts, body: json }
  answer:
    is: acknowledgement
    status: 202
    body: { job: { id: "{{ticket}}" } }
    ticket: { in: body, pointer: /job/id }
    outcome:
      by: poll
      request: { method: GET, path: "/jobs/{ticket}" }
      at: /status
      pending: [queued, running]
      succeeded: [done]
      failed: [error]
      receipt: /result/id
      takes: 10s
  effect: { id: "po_{{sequence}}" }
`;

const start = (operations = payouts, options: ProviderOptions = {}): Promise<Provider> =>
  startWith(operations, "", { faults: new Map([[settleOutcome.id, settleOutcome]]), ...options });

async function accepted(provider: Provider): Promise<string> {
  const { body } = await call(provider, "POST", "/payouts", { body: {} });
  return (body as { job: { id: string } }).job.id;
}

const poll = (provider: Provider, ticket: string): Promise<Reply> => call(provider, "GET", `/jobs/${ticket}`);

describe("an acknowledgement", () => {
  it("hands out a ticket whose outcome comes when its time has come", async () => {
    await using provider = await start();
    const ticket = await accepted(provider);

    const states = [(await poll(provider, ticket)).body];
    provider.clock.advance(6000);
    states.push((await poll(provider, ticket)).body);
    provider.clock.advance(5000);
    states.push((await poll(provider, ticket)).body);

    expect(states).toEqual([
      { status: "queued" },
      { status: "running" },
      { status: "done", result: { id: "po_1" } },
    ]);
    expect(entriesOf(provider, "outcome-settled")).toMatchObject([
      { ticket, effect: "po_1", outcome: "succeeded" },
    ]);
    expect(entriesOf(provider, "request-received").map(({ role }) => role)).toEqual([
      "write",
      "poll",
      "poll",
      "poll",
    ]);
  });

  it("settles at the moment it was due, however far the clock is moved", async () => {
    await using provider = await start();
    await accepted(provider);

    provider.clock.advance(3_600_000);

    const [committed] = entriesOf(provider, "effect-committed");
    const [settled] = entriesOf(provider, "outcome-settled");
    const late = (settled?.at ?? 0) - (committed?.at ?? 0);
    expect(late).toBeGreaterThanOrEqual(10_000);
    expect(late).toBeLessThan(10_500);
  });

  it("may fail: the effect is removed", async () => {
    await using provider = await start();
    provider.arm({ fault: "settle-outcome", at: "committed", options: { outcome: "failed" } });
    const ticket = await accepted(provider);

    provider.clock.advance(10_000);

    expect((await poll(provider, ticket)).body).toEqual({ status: "error" });
    expect(provider.effects()).toEqual([]);
    expect(entriesOf(provider, "effect-removed")).toMatchObject([{ request: null, effect: "po_1" }]);
    expect(entriesOf(provider, "outcome-settled")).toMatchObject([
      { ticket, effect: null, outcome: "failed" },
    ]);
  });

  it("may fail in the state of a success, with an error beside it", async () => {
    const failure = 'failure: { at: /error, is: { code: no-room, ticket: "{{ticket}}" } }';
    await using provider = await start(payouts.replace("failed: [error]", failure));
    const done = await accepted(provider);
    provider.clock.advance(10_000);
    provider.arm({ fault: "settle-outcome", at: "committed", options: { outcome: "failed" } });
    const ticket = await accepted(provider);

    provider.clock.advance(10_000);

    expect((await poll(provider, done)).body).toEqual({ status: "done", result: { id: "po_1" } });
    expect((await poll(provider, ticket)).body).toEqual({
      status: "done",
      error: { code: "no-room", ticket },
    });
  });

  it("may never be settled", async () => {
    await using provider = await start();
    provider.arm({ fault: "settle-outcome", at: "committed", options: { outcome: "never" } });
    const ticket = await accepted(provider);

    provider.clock.advance(365 * 24 * 3_600_000);

    expect((await poll(provider, ticket)).body).toEqual({ status: "queued" });
    expect(entriesOf(provider, "outcome-settled")).toEqual([]);
  });

  it("settles in the scaled time where a connector has no clock", async () => {
    await using provider = await start(payouts, { scaled: { outcomeMs: 5 } });
    await accepted(provider);

    const settled = await provider.journal.waitFor(({ kind }) => kind === "outcome-settled");

    expect(settled).toMatchObject({ outcome: "succeeded" });
  });

  it("may carry its ticket in a header", async () => {
    const operations = payouts
      .replace('body: { job: { id: "{{ticket}}" } }', 'headers: { X-Job: "{{ticket}}" }')
      .replace("{ in: body, pointer: /job/id }", "{ in: header, name: X-Job }");
    await using provider = await start(operations);

    const { headers, text } = await call(provider, "POST", "/payouts", { body: {} });

    expect(text).toBe("");
    expect((await poll(provider, headers.get("x-job") ?? "")).body).toEqual({ status: "queued" });
  });

  it("is unknown under another ticket", async () => {
    await using provider = await start();

    expect((await poll(provider, "nobody")).status).toBe(404);
    expect(entriesOf(provider, "request-refused")).toMatchObject([
      { refusal: "notFound", reason: "There is no ticket 'nobody'." },
    ]);
  });

  it("of the second account is not shown to the first", async () => {
    await using provider = await startWith(payouts, "credentials: { scheme: bearer }");
    const { body } = await call(provider, "POST", "/payouts", { body: {}, as: "second" });

    expect((await poll(provider, (body as { job: { id: string } }).job.id)).status).toBe(404);
  });
});
