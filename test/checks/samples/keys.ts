import { Story } from "../history-builder.js";
import type { Sample } from "./sample.js";

/** What the keys are like. */
export function keySamples(): Sample[] {
  return [
    {
      rule: "distinct-keys",
      flaw: "gives two orders one key",
      bad: twoOrders("payload-hash", "payload-hash"),
      message:
        "createTicket order-43 and createTicket order-42 were sent under one key, payload-hash: expected a key of its own for each",
      also: ["honest-success"],
      line: "scope: [account]",
      good: twoOrders("order-42", "order-43"),
    },
    {
      rule: "valid-key",
      flaw: "sends no key where one is required",
      bad: keyed("keyed-remembering", null),
      message: "the key of order-42 is missing: expected one in header Idempotency-Key",
      line: "key: {",
      good: keyed("keyed-remembering", "order-42"),
    },
    {
      rule: "valid-key",
      flaw: "makes a key that is too long",
      bad: keyed("keyed", "order-42-".repeat(10)),
      message: "the key of order-42 has 90 characters: expected at most 64",
      line: "key: {",
      good: keyed("keyed", "order-42-".repeat(7)),
    },
    {
      rule: "valid-key",
      flaw: "makes a key that is too short",
      bad: keyed("acknowledged", "42"),
      message: "the key of order-42 has 2 characters: expected at least 8",
      line: "key: {",
      good: keyed("acknowledged", "order-42"),
    },
    {
      rule: "valid-key",
      flaw: "puts a credential into the key",
      bad: keyed("keyed", "[masked]-order-42"),
      message: "the key of order-42 carries a credential",
      line: "key: {",
      good: keyed("keyed", "0f1e2d-order-42"),
    },
    {
      rule: "valid-key",
      flaw: "puts a person's address into the key",
      bad: keyed("keyed", "ada@example.com-42"),
      message: "the key of order-42 carries an e-mail address verbatim: ada@example.com-42",
      line: "key: {",
      good: keyed("keyed", "ada-42"),
    },
  ];
}

function twoOrders(first: string, second: string): Story {
  const story = new Story("keyed").perform("order-42");
  story.send({ key: first, commits: "tkt_1" });
  story.claim("succeeded", "tkt_1").perform("order-43");
  const same = first === second;
  const body = story.payload("order-43");
  story.send({ key: second, body, ...(same ? { as: "replay", commits: false } : { commits: "tkt_2" }) });
  return story.claim("succeeded", same ? "tkt_1" : "tkt_2");
}

function keyed(contract: string, key: string | null): Story {
  const story = new Story(contract).perform("order-42");
  if (contract === "acknowledged") {
    story.send({ key, commits: false });
    return story.claim("pending");
  }
  story.send({ key, commits: "eff_1" });
  return story.claim("succeeded", "eff_1");
}
