import type { Contract } from "../../../src/contract/model.js";
import type {
  Entry,
  ReceiverEntry,
  ReceiverHistory,
  RunnerEntry,
  WebhookEntry,
} from "../../../src/core/history.js";

/** What happened, without when: entries are stamped a millisecond apart. */
export type Fact = WebhookEntry | RunnerEntry | ReceiverEntry | { kind: "clock-moved"; byMs: number };

/** A history made by hand. */
export function receiverHistory(contract: Contract, facts: readonly Fact[]): ReceiverHistory {
  let at = Date.parse("2026-11-30T12:00:00Z");
  const entries = facts.map((fact, index): Entry => {
    at += fact.kind === "clock-moved" ? fact.byMs : 1;
    return { ...fact, seq: index + 1, at, wall: index + 1 };
  });
  return {
    version: 1,
    direction: "receives",
    contract: { file: contract.file, source: contract.source },
    connector: "by hand",
    operation: "webhooks",
    scenario: "made-up",
    seed: 1,
    patienceMs: 10_000,
    capabilities: [],
    steps: entries.flatMap((entry) => (entry.kind === "receiver-step" ? [entry.step] : [])),
    unplayable: null,
    entries,
  };
}

/** Event A of the first source. */
export const happens: Fact = {
  kind: "event-made",
  event: "A",
  eventKind: "increment",
  source: "acme",
  identity: "evt-1",
  content: null,
  order: null,
};

/** The business data, with one effect for each name. */
export function data(...events: string[]): Fact {
  const applied = events.map((event) => ({ event, source: "acme", result: 3 }));
  return {
    kind: "applied-read",
    process: 1,
    applied,
    accepted: [],
    state: events.length,
    met: 0,
    held: 0,
  };
}

/** A delivery of event A, and how it ended: a status, or nothing. */
export function delivered(
  delivery: number,
  end: number | "closed",
  rest: Partial<Extract<WebhookEntry, { kind: "delivery-sent" }>> = {},
): Fact[] {
  return [
    {
      kind: "delivery-sent",
      delivery,
      events: ["A"],
      identities: ["evt-1"],
      source: "acme",
      attempt: delivery,
      as: "plain",
      defects: [],
      url: "http://127.0.0.1:1/webhooks",
      method: "POST",
      headers: {},
      deliveryId: null,
      body: "",
      bodyBytes: 0,
      bodyHash: "",
      complete: true,
      ...rest,
    },
    end === "closed"
      ? { kind: "delivery-lost", delivery, how: "closed", tookMs: 1 }
      : {
          kind: "delivery-answered",
          delivery,
          status: end,
          headers: {},
          body: { result: 3 },
          success: end < 300,
          tookMs: 1,
        },
  ];
}
