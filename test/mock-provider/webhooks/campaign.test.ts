import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { only } from "../../../src/core/history.js";
import { counterContract, listen, senderTo, type TestReceiver } from "./receiver.js";

const minute = 60_000;
const answering =
  (...statuses: number[]) =>
  (response: ServerResponse, _: unknown, count: number): void => {
    response.statusCode = statuses[Math.min(count, statuses.length) - 1] ?? 200;
    response.end();
  };

/** The scheduled attempts, each when its time has come. */
async function playSchedule(
  receiver: TestReceiver,
  contract = counterContract(),
): Promise<{ delays: number[]; because: string; attempts: number }> {
  await using sender = senderTo(receiver, contract);
  sender.make({ name: "A" });
  const delays: number[] = [];
  const stop = sender.journal.listen((entry) => {
    if (entry.kind !== "delivery-scheduled") return;
    delays.push(Math.round((entry.dueAt - entry.at) / minute));
    // Not from within the journal's own call.
    setImmediate(() => sender.clock.advance(entry.dueAt - sender.clock.now()));
  });
  const { because } = await sender.keepDelivering({ events: ["A"] }).over;
  stop();
  const attempts = only(sender.journal.entries(), "delivery-sent").length;
  return { delays, because, attempts };
}

describe("redelivery", () => {
  test("comes by the schedule until the receiver takes it", async () => {
    await using receiver = await listen(answering(500, 503, 200));

    expect(await playSchedule(receiver)).toEqual({ delays: [1, 5], because: "success", attempts: 3 });
  });

  test("repeats the last delay until the time is over", async () => {
    await using receiver = await listen(answering(500));
    const contract = counterContract({
      redelivery: "{ when: [5xx], schedule: [0s, 1m, 1h], for: 4h, resigned: true }",
    });

    expect(await playSchedule(receiver, contract)).toEqual({
      delays: [1, 60, 60, 60],
      because: "exhausted",
      attempts: 5,
    });
  });

  test("ends with the schedule where the contract says no time", async () => {
    await using receiver = await listen(answering(500));
    const contract = counterContract({
      redelivery: "{ when: [5xx], schedule: [0s, 1m, 1h], resigned: true }",
    });

    expect(await playSchedule(receiver, contract)).toEqual({
      delays: [1, 60],
      because: "exhausted",
      attempts: 3,
    });
  });

  test.each([
    ["a final status", answering(500, 410), 2],
    ["a status that the provider does not try again after", answering(302), 1],
  ])("ends at %s", async (_, answer, attempts) => {
    await using receiver = await listen(answer);

    expect(await playSchedule(receiver)).toMatchObject({ because: "final", attempts });
  });

  test("comes after no answer, too", async () => {
    await using receiver = await listen((response, _, count) => {
      if (count === 1) response.destroy();
      else response.end();
    });

    expect(await playSchedule(receiver)).toEqual({ delays: [1], because: "success", attempts: 2 });
  });

  test("does not come where the provider has none", async () => {
    await using receiver = await listen(answering(500));

    expect(await playSchedule(receiver, counterContract({ redelivery: "none" }))).toEqual({
      delays: [],
      because: "exhausted",
      attempts: 1,
    });
  });

  test("can be stopped between two attempts", async () => {
    await using receiver = await listen(answering(500));
    await using sender = senderTo(receiver);
    sender.make({ name: "A" });
    const running = sender.keepDelivering({ events: ["A"] });
    await sender.journal.waitFor(({ kind }) => kind === "delivery-scheduled");

    running.stop();
    sender.clock.advance(24 * 60 * minute);

    expect(await running.over).toMatchObject({ because: "stopped", last: { success: false } });
    expect(receiver.got).toHaveLength(1);
  });

  test("tells whoever waits that there is nothing to deliver", async () => {
    await using receiver = await listen();
    await using sender = senderTo(receiver);

    await expect(sender.keepDelivering({ events: ["A"] }).over).rejects.toThrow("No event is called 'A'.");
  });
});
