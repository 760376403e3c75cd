import type { Json } from "../../src/core/json.js";
import type { Settled } from "../outcomes.js";
import type { WebhookSender } from "./sender.js";

/** Outcomes that were told, over all senders: their events' names must not meet. */
let told = 0;

/** Delivers how an acknowledged intention ended, by the contract's schedule, where the contract says that it comes by webhook. */
export function tellOutcome(sender: WebhookSender, settled: Settled, secondAccount: string): void {
  const { outcome, ticket, effect, as } = settled;
  if (outcome.by !== "webhook" || outcome.event === null) return;
  told += 1;
  const name = `outcome ${told} of ${effect.operation}`;
  const [word] = outcome[as];
  const set: Record<string, Json> = {
    ...(outcome.at === "" || word === undefined ? {} : { [outcome.at]: word }),
    ...(outcome.ticket === undefined ? {} : { [outcome.ticket]: ticket }),
    ...(outcome.receipt === null || as === "failed" ? {} : { [outcome.receipt]: effect.id }),
  };
  sender.make({
    name,
    kind: outcome.event,
    source: effect.account === secondAccount ? "second" : "first",
    set,
  });
  void sender
    .keepDelivering({ events: [name] })
    .over.finally(() => sender.forget(name))
    .catch(() => {});
}
