import { describe, expect, test } from "vitest";
import type { Reply } from "../src/drivers/driver.js";
import { launch, logged, misbehaviour, performing, world } from "./drivers/launching.js";

const command = "node connector.mjs";

function seen(reply: Reply): unknown {
  if (reply.kind !== "answer" || !("outcome" in reply.answer)) throw new Error(JSON.stringify(reply));
  return JSON.parse(reply.answer.reason ?? "");
}

describe("serveConnector", () => {
  test("declares reconcile and inspect by their presence, the others as told", async () => {
    await using full = await launch(command, { environment: { CAPABILITIES: "clock,timing" } });
    await using small = await launch(command, { environment: { ONLY_PERFORM: "1" } });

    expect(full.session.capabilities).toEqual(["reconcile", "inspect", "clock", "timing"]);
    expect(small.session.capabilities).toEqual([]);
  });

  test("hands each message to its handler", async () => {
    await using launched = await launch(command);
    const { session } = launched;

    const performed = await session.ask({ ...performing({}), parameters: { account: "acme" } } as never)
      .reply;
    const reconciled = await session.ask({ command: "reconcile", now: world.now }).reply;
    const inspected = await session.ask({ command: "inspect", businessKey: "order-43" }).reply;

    expect(seen(performed)).toEqual({
      operation: "createTicket",
      parameters: { account: "acme" },
      now: world.now,
      worlds: 1,
      atOnce: 1,
    });
    expect(reconciled).toMatchObject({ answer: { outcomes: { "order-42": { reason: world.now } } } });
    expect(inspected).toMatchObject({ answer: { outcome: "absent" } });
    expect(logged(launched.entries, "stdout")).toEqual(["performed order-42"]);
    expect(misbehaviour(launched.entries)).toEqual([]);
  });

  test("reports what a handler throws, with its stack on stderr, and goes on", async () => {
    await using launched = await launch(command);

    const threw = await launched.perform({ throws: "disk full" });
    const next = await launched.perform({});

    expect(threw).toEqual({ kind: "answer", answer: { id: 2, error: "Error: disk full" } });
    expect(next).toMatchObject({ answer: { outcome: "unknown" } });
    await launched.session.close();
    expect(logged(launched.entries, "stderr").join("\n")).toMatch(/Error: disk full\n +at .*connector\.mjs/);
  });

  test("calls what is no claim an error", async () => {
    await using launched = await launch(command);

    const reply = await launched.perform({ returns: null });

    expect(reply).toEqual({
      kind: "answer",
      answer: { id: 2, error: "TypeError: perform returned null, which is no claim" },
    });
  });

  test("says that it cannot do what has no handler", async () => {
    await using launched = await launch(command, { environment: { ONLY_PERFORM: "1" } });

    const reply = await launched.session.ask({ command: "inspect", businessKey: "order-42" }).reply;

    expect(reply).toMatchObject({ answer: { error: "Error: this connector cannot be inspected" } });
  });

  test("cannot be opened when the factory throws", async () => {
    const launching = launch(command, { world: { ...world, stateDir: "/broken" } });

    await expect(launching).rejects.toThrow("answered 'open' with an error: Error: no database");
  });

  test("makes the connector anew for a further world", async () => {
    await using launched = await launch(command, { environment: { CAPABILITIES: "reopen" } });

    const opened = await launched.session.ask({ command: "open", protocol: 1, world }).reply;

    expect(opened).toMatchObject({
      answer: { protocol: 1, capabilities: ["reconcile", "inspect", "reopen"] },
    });
    expect(seen(await launched.perform({}))).toMatchObject({ worlds: 2 });
  });

  test.for([
    { capabilities: "", atOnce: [1, 1] },
    { capabilities: "concurrent", atOnce: [1, 2] },
  ])("lets messages overlap only when told ('$capabilities')", async ({ capabilities, atOnce }) => {
    await using launched = await launch(command, { environment: { CAPABILITIES: capabilities } });

    const replies = await Promise.all([launched.perform({ takesMs: 50 }), launched.perform({ takesMs: 50 })]);

    expect(replies.map(seen)).toMatchObject(atOnce.map((count) => ({ atOnce: count })));
  });

  test("finishes what it is doing and ends when stdin closes", async () => {
    await using launched = await launch(command);

    const reply = launched.perform({ takesMs: 100 });
    await launched.session.close();

    expect(await reply).toMatchObject({ answer: { outcome: "unknown" } });
    expect(launched.entries.at(-1)).toEqual({ kind: "process-exited", process: 1, code: 0, signal: null });
  });
});
