import { describe, expect, test } from "vitest";
import type { ReceiverCommand, World } from "../src/core/protocol.js";
import type { Reply } from "../src/drivers/driver.js";
import { launch, logged, misbehaviour, world } from "./drivers/launching.js";

const receiverWorld: World = { ...world, webhookSecrets: ["new", "old"] };
const command = "node receiver.mjs";

async function answerOf(reply: Promise<Reply>): Promise<unknown> {
  const said = await reply;
  return said.kind === "answer" ? said.answer : said;
}

describe("serveReceiver", () => {
  test("listens on a free port and says where, and what it can do", async () => {
    await using launched = await launch(command, { world: receiverWorld });
    const { session } = launched;

    expect(session.capabilities).toEqual(["clock", "faults"]);
    expect(session.place?.path).toBe("/hooks");
    const answer = await fetch(`http://127.0.0.1:${session.place?.port ?? 0}/hooks`, {
      method: "POST",
      body: "evt-1",
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('["new","old"] 0 ["new","old"]');
  });

  test("tells the effects in pages of ten thousand", async () => {
    await using launched = await launch(command, { world: receiverWorld, environment: { EFFECTS: "10003" } });
    const ask = (order: ReceiverCommand): Promise<unknown> => answerOf(launched.session.ask(order).reply);

    const first = (await ask({ command: "applied" })) as { applied: unknown[] };
    const rest = await ask({ command: "applied", since: 10_000 });

    expect(first.applied).toHaveLength(10_000);
    expect(rest).toMatchObject({
      applied: [{ event: "evt-10000" }, { event: "evt-10001" }, { event: "evt-10002" }],
      accepted: ["evt-x"],
      state: { count: 10_003 },
      met: 0,
      held: 0,
    });
  });

  test("disturbs only what was ordered, as often as it was ordered, and tells how often it was met", async () => {
    await using launched = await launch(command, { world: receiverWorld });
    const { session } = launched;
    const post = async (): Promise<number | "closed"> => {
      const url = `http://127.0.0.1:${session.place?.port ?? 0}/hooks`;
      return fetch(url, { method: "POST", body: "evt" }).then(
        ({ status }) => status,
        () => "closed",
      );
    };

    await session.ask({ command: "fault", at: "beforeCommit", do: "fail", times: 2 }).reply;
    await session.ask({ command: "fault", at: "afterCommit", do: "close" }).reply;
    const seen = [await post(), await post(), await post(), await post()];

    expect(seen).toEqual([503, 503, "closed", 200]);
    expect(await answerOf(session.ask({ command: "applied" }).reply)).toMatchObject({ met: 3, held: 0 });
    expect(misbehaviour(launched.entries)).toEqual([]);
  });

  test("sets the clock, and reports what a handler throws", async () => {
    await using launched = await launch(command, { world: receiverWorld });
    const { session } = launched;

    const set = await answerOf(session.ask({ command: "clock", now: "2026-12-24T18:00:00.000Z" }).reply);
    const broken = await answerOf(session.ask({ command: "clock", now: "1970-01-01T00:00:00.000Z" }).reply);

    expect(set).toEqual({ id: 2, protocol: 1 });
    expect(broken).toEqual({ id: 3, error: "Error: no clock goes back that far" });
    await session.close();
    expect(logged(launched.entries, "stdout")).toEqual(["clock 2026-12-24T18:00:00.000Z"]);
  });
});
