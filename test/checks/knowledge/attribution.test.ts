import { describe, expect, test } from "vitest";
import { deriveKnowledge, type Knowledge } from "../../../checks/knowledge.js";
import { Story } from "../history-builder.js";
import { blamed } from "../judged.js";

function known(story: Story): Knowledge {
  return deriveKnowledge(story.history(), story.contract, story.operation);
}

/** How many requests belong to each business key. */
function sends(story: Story): Record<string, number> {
  return Object.fromEntries(
    known(story).intents.map((intent) => [
      `${intent.operation.name} ${intent.businessKey}`,
      intent.sends.length,
    ]),
  );
}

describe("a request belongs to the business key", () => {
  test("that its reference names, also inside a text, and not to one that is part of it", () => {
    const story = new Story("keyed").perform("order-4").perform("order-42", { process: 2 });
    story.send({ body: { subject: "x", external_id: "ticket:order-42:1" } });

    expect(sends(story)).toEqual({ "createTicket order-4": 0, "createTicket order-42": 1 });
  });

  test("that used its idempotency key before", () => {
    const story = new Story("keyed").perform("order-1").perform("order-2", { process: 2 });
    story.send({ key: "k2", body: { subject: "x", external_id: "order-2" } });
    story.send({ key: "k2", body: { subject: "x" } });

    expect(sends(story)).toEqual({ "createTicket order-1": 0, "createTicket order-2": 2 });
  });

  test("that is the only one being performed", () => {
    const story = new Story("keyed").perform("order-1").claim("succeeded", "t").perform("order-2");
    story.send({ body: { subject: "x" } });

    expect(sends(story)).toEqual({ "createTicket order-1": 0, "createTicket order-2": 1 });
  });

  test("that is the only one unresolved", () => {
    const story = new Story("keyed").perform("order-1").claim("succeeded", "t");
    story
      .perform("order-2")
      .claim("unknown")
      .reconcile()
      .send({ body: { subject: "x" } });

    expect(sends(story)).toEqual({ "createTicket order-1": 0, "createTicket order-2": 1 });
  });

  test("whose content it has", () => {
    const story = new Story("keyed").perform("order-1", { payload: { subject: "Fire" } });
    story.perform("order-2", { payload: { subject: "Water" }, process: 2 });
    story.send({ body: { subject: "Water", priority: 3 } });

    expect(sends(story)).toEqual({ "createTicket order-1": 0, "createTicket order-2": 1 });
  });

  test("of its own operation where two share a business key", () => {
    const story = new Story("keyed").perform("order-42");
    story.send({ key: "a", commits: "tkt_1" });
    story.claim("succeeded", "tkt_1").perform("order-42", { operation: "createComment" });
    story.send({ key: "b", operation: "createComment", commits: "cmt_1" });

    expect(sends(story)).toEqual({ "createTicket order-42": 1, "createComment order-42": 1 });
    expect(blamed(story.claim("succeeded", "cmt_1"))).toEqual([]);
  });

  test("or to nobody: its effect is then unasked for", () => {
    const story = new Story("keyed").perform("order-1").perform("order-2", { process: 2 });
    story.send({ body: { subject: "Printer on fire" }, commits: "tkt_9" });

    expect(sends(story)).toEqual({ "createTicket order-1": 0, "createTicket order-2": 0 });
    expect(blamed(story)).toEqual(["no-unasked-effect"]);
  });
});

describe("two accounts", () => {
  function twoAccounts(firstKey: string, secondKey: string, contract = "keyed"): Story {
    const story = new Story(contract).step({ step: "perform", businessKey: "order-42" }).perform("order-42");
    story.send({ key: firstKey, account: "acct_1", commits: "tkt_1" });
    story.claim("succeeded", "tkt_1");
    story.step({ step: "perform", businessKey: "order-42", account: "second" });
    story.perform("order-42", { process: 2 });
    story.send({ key: secondKey, account: "acct_2", commits: "tkt_2" });
    return story.claim("succeeded", "tkt_2", { process: 2 });
  }

  test("make two logical operations of one business key", () => {
    expect(known(twoAccounts("a", "b")).intents.map(({ sends }) => sends.length)).toEqual([1, 1]);
    expect(blamed(twoAccounts("a", "b"))).toEqual([]);
  });

  test("may share a key where the provider keeps keys apart by account", () => {
    expect(blamed(twoAccounts("a", "a"))).toEqual([]);
  });
});

describe("a lookup", () => {
  test("belongs to every open business key when it names none, whatever its cursor names", () => {
    const story = new Story("keyed-remembering").perform("order-1");
    story.send({ key: "k1", body: story.payload("order-1"), commits: "re_1" });
    story.claim("succeeded", "re_1").perform("order-2");
    story.send({ key: "k2", body: story.payload("order-2"), commits: "re_2", answer: "lost" });
    const mine = story.effect("re_2", story.payload("order-2"));
    story.after(100).look([story.effect("re_1", story.payload("order-1"))], { lastPage: false });
    story.look([mine], { page: "re_1" });

    expect(
      known(story).intents[1]?.looks.map(({ saw, toTheEnd }) => [saw.map(({ id }) => id), toTheEnd]),
    ).toEqual([[["re_1", "re_2"], true]]);
    expect(blamed(story.claim("succeeded", "re_2"))).toEqual([]);
  });
});
