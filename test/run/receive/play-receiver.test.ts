import { describe, expect, it } from "vitest";
import { receiverCaseOf } from "../../../checks/receiver/judge.js";
import type { ReceiverRule } from "../../../checks/receiver/rule.js";
import { loadCatalogue } from "../../../src/catalogue.js";
import { only, type ReceiverHistory } from "../../../src/core/history.js";
import { contracts, Theatre } from "../../receivers/theatre.js";

/** What happened in some scenarios on a contract, by scenario. */
async function historiesOf(
  id: string,
  scenarios: readonly string[],
  who: { flaw?: string; variant?: string } = {},
): Promise<Map<string, ReceiverHistory>> {
  const contract = contracts.get(id);
  if (contract === undefined) throw new Error(`there is no contract '${id}'`);
  await using theatre = new Theatre();
  const histories = new Map<string, ReceiverHistory>();
  await theatre.play(contract, scenarios, {
    ...who,
    listen(event) {
      if (event.event === "finished" && event.history !== null)
        histories.set(event.result.scenario, event.history);
    },
  });
  return histories;
}

function historyIn(histories: Map<string, ReceiverHistory>, scenario: string): ReceiverHistory {
  const history = histories.get(scenario);
  if (history === undefined) throw new Error(`'${scenario}' was not played`);
  return history;
}

const kinds = ({ entries }: ReceiverHistory): string[] => entries.map(({ kind }) => kind);

describe("a scenario of a receiver", { timeout: 60_000 }, () => {
  it("kills exactly where the receiver has come to, and delivers again after a restart", async () => {
    const history = historyIn(await historiesOf("counter", ["crash/before-commit"]), "crash/before-commit");
    const { entries } = history;
    const met = only(entries, "disturbance-met")[0]?.seq ?? 0;
    const killed = only(entries, "process-killed")[0]?.seq ?? 0;
    const lost = only(entries, "delivery-lost")[0];
    const restarted = only(entries, "process-started")[1]?.seq ?? 0;
    const next = only(entries, "applied-read").find(({ seq }) => seq > restarted);

    expect([met < killed, killed < (lost?.seq ?? 0), (lost?.seq ?? 0) < restarted]).toEqual([
      true,
      true,
      true,
    ]);
    expect(lost?.how).toMatch(/^(closed|reset)$/);
    expect(next?.applied).toHaveLength(1);
    expect(only(entries, "applied-read").at(-1)?.applied).toHaveLength(2);
  });

  it("sends the repeat while the first delivery is held, and waits until none is", async () => {
    const history = historyIn(await historiesOf("payments", ["slow-handler"]), "slow-handler");
    const { entries } = history;
    const [before, first, again, last] = only(entries, "delivery-sent");
    const answered = only(entries, "delivery-answered");

    expect(before?.events).toEqual(["before"]);
    expect(only(entries, "delivery-lost")).toMatchObject([{ delivery: first?.delivery, how: "late" }]);
    expect(answered.map(({ delivery, success }) => [delivery, success])).toEqual([
      [before?.delivery, true],
      [again?.delivery, true],
      [last?.delivery, true],
    ]);
    expect(only(entries, "applied-read").at(-1)).toMatchObject({ held: 0, met: 1 });
  });

  it("moves both clocks, starts again with other secrets, and tells none of them", async () => {
    const histories = await historiesOf("tenants", ["redelivery/after-days", "rotated-secret"]);

    expect(only(historyIn(histories, "redelivery/after-days").entries, "clock-moved")[0]?.byMs).toBe(
      2 * 86_400_000 - 60_000,
    );
    expect(only(historyIn(histories, "rotated-secret/old-and-new").entries, "receiver-opened")).toHaveLength(
      3,
    );
    for (const history of histories.values()) expect(JSON.stringify(history)).not.toContain("whsec_");
  });

  it("waits for what an inbox has accepted", async () => {
    const history = historyIn(
      await historiesOf("issues", ["crash/after-answer"], { variant: "inbox" }),
      "crash/after-answer",
    );

    for (const { accepted } of only(history.entries, "applied-read")) expect(accepted).toEqual([]);
    expect(kinds(history)).toContain("process-killed");
  });

  it("ends when the receiver dies of a delivery", async () => {
    const history = historyIn(
      await historiesOf("batches", ["malformed/not-json"], { flaw: "dies-of-bad-json" }),
      "malformed/not-json",
    );

    expect(kinds(history)).toContain("process-exited");
    expect(only(history.entries, "delivery-sent").at(-1)?.as).toBe("not-json");
  });

  it("is judged from any of its beginnings by what is in it", async () => {
    const rules = [...(await loadCatalogue<ReceiverRule>("receiver/rules")).values()];
    const contract = contracts.get("payments");
    if (contract === undefined) throw new Error("there is no contract of payments");
    const histories = await historiesOf(
      "payments",
      ["concurrent-copies", "crash/before-commit", "failing-dependency"],
      {
        flaw: "effect-before-mark",
      },
    );
    for (const history of histories.values()) {
      for (let length = 0; length <= history.entries.length; length += 1) {
        const part = { ...history, entries: history.entries.slice(0, length) };
        for (const { entries, advice, contract: place } of rules.flatMap((rule) =>
          rule.judge(receiverCaseOf(part, contract)),
        )) {
          expect(entries.length).toBeGreaterThan(0);
          expect(Math.max(...entries)).toBeLessThanOrEqual(length);
          expect(entries).toEqual([...new Set(entries)].sort((a, b) => a - b));
          expect(advice).toMatch(/^[A-Z].{20,}\.$/);
          expect(place.line).toBeGreaterThan(1);
        }
      }
    }
  });
});
