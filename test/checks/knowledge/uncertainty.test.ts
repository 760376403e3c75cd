import { describe, expect, test } from "vitest";
import { Story } from "../history-builder.js";
import { blamed } from "../judged.js";

const declined = { status: 402, body: { error: { code: "declined" } } };

/** A story on the contract with keys in which order-42 was asked for. */
function asked(contract = "keyed"): Story {
  return new Story(contract).perform("order-42");
}

describe("what a crash can have wiped out", () => {
  test("allows the same key after a final refusal that was not written down", () => {
    const story = asked();
    story.send({ key: "a", commits: false, answer: declined });
    story.crash().reconcile().send({ key: "a", commits: false, answer: declined });

    expect(blamed(story.claim("failed", undefined, { of: "order-42" }))).toEqual([]);
  });

  test("allows the failure, too, for a connector that did write it down", () => {
    const story = asked();
    story.send({ key: "a", commits: false, answer: declined });

    expect(blamed(story.crash().reconcile().claim("failed", undefined, { of: "order-42" }))).toEqual([]);
  });

  test("does not allow it once the refusal was reported", () => {
    const story = asked();
    story.send({ key: "a", commits: false, answer: declined });
    story.claim("failed").crash().reconcile().send({ key: "a", commits: false, answer: declined });

    expect(blamed(story)).toEqual(["allowed-send"]);
  });

  test("does not allow another key, nor a blind send without one", () => {
    const keyed = asked();
    keyed.send({ key: "a", commits: "tkt_1" });
    keyed.crash().reconcile().send({ key: "b", commits: false });
    const keyless = asked("lookup-only");
    keyless.send({ commits: "1" });
    keyless.crash().reconcile().send({ commits: false });

    expect(blamed(keyed)).toEqual(["stable-key"]);
    expect(blamed(keyless)).toEqual(["looks-before-it-sends"]);
  });

  test("makes a guess of what was answered after the process was killed", () => {
    const story = asked();
    const request = story.send({ key: "a", commits: false, open: true, answer: declined });
    story.crash().finish(request).reconcile().claim("failed", undefined, { of: "order-42" });

    expect(blamed(story)).toEqual(["no-guessing"]);
  });
});

describe("what a slow machine can have kept from the connector", () => {
  function answeredLate(waitMs: number): Story {
    const story = asked();
    const request = story.send({ key: "a", commits: false, open: true, answer: declined, connection: 4 });
    story.after(waitMs).finish(request);
    story.append({ kind: "connection-closed", connection: 4, by: "connector", how: "rst" });
    return story;
  }

  test("is an answer that came when it gave up", () => {
    const story = answeredLate(390);
    story.after(30).send({ key: "a", commits: false, answer: declined });

    expect(blamed(story.claim("unknown"))).toEqual([]);
  });

  test("is an answer that came when it gave up, whatever another worker was told meanwhile", () => {
    const story = asked().perform("order-43", { process: 2 });
    story.after(390).send({ key: "b", commits: "tkt_2", body: story.payload("order-43") });
    story.send({ key: "a", commits: false, answer: declined, connection: 4 });
    story.append({ kind: "connection-closed", connection: 4, by: "connector", how: "rst" });
    story.after(30).send({ key: "a", commits: false, answer: declined });
    story.claim("succeeded", "tkt_2", { process: 2 });

    expect(blamed(story.claim("unknown", undefined, { process: 1 }))).toEqual([]);
  });

  test("is not an answer that came at once", () => {
    const story = answeredLate(5);
    story.after(30).send({ key: "a", commits: false, answer: declined });

    expect(blamed(story.claim("failed"))).toEqual(["allowed-send"]);
  });

  test("is not an answer on a connection that stayed open", () => {
    const story = asked();
    const request = story.send({ key: "a", commits: false, open: true, answer: declined });
    story.after(390).finish(request);
    story.after(30).send({ key: "a", commits: false, answer: declined });

    expect(blamed(story.claim("failed"))).toEqual(["allowed-send"]);
  });

  test("is never a reason to blame a repeat of a usable key after a receipt", () => {
    const story = asked();
    story.send({ key: "a", commits: "tkt_1" });
    story.after(30).send({ key: "a", as: "replay" });

    expect(blamed(story.claim("succeeded", "tkt_1"))).toEqual([]);
  });
});

describe("what never became a request", () => {
  function broken(fault: string): Story {
    const story = asked();
    story.append({ kind: "connection-opened", connection: 3 });
    story.append({ kind: "fault-fired", fault, armed: 1, request: null, connection: 3, phase: "connect" });
    return story;
  }

  test("leaves both words true after a refused connection", () => {
    expect(blamed(asked().claim("failed"))).toEqual([]);
    expect(blamed(asked().claim("unknown"))).toEqual([]);
  });

  test("leaves both words true after a reset, which some clients can tell from a lost answer", () => {
    expect(blamed(broken("reset-connection").claim("failed"))).toEqual([]);
    expect(blamed(broken("reset-connection").claim("unknown"))).toEqual([]);
  });

  test("makes a failure a guess after a silence or an orderly end", () => {
    expect(blamed(broken("stall").claim("failed"))).toEqual(["no-guessing"]);
    expect(blamed(broken("close-connection").claim("failed"))).toEqual(["no-guessing"]);
    expect(blamed(broken("stall").claim("unknown"))).toEqual([]);
  });

  test("is looked up before it is sent again where there is no key", () => {
    const story = new Story("lookup-only").perform("order-42");
    story.append({
      kind: "fault-fired",
      fault: "stall",
      armed: 1,
      request: null,
      connection: 3,
      phase: "connect",
    });
    story.after(400).send({ commits: "1" });

    expect(blamed(story.claim("succeeded", "1"))).toEqual(["looks-before-it-sends"]);
  });
});

describe("what is asked again", () => {
  test("may be sent again after a final refusal, under any key", () => {
    const story = asked();
    story.send({ key: "a", commits: false, answer: declined });
    story.claim("failed").perform("order-42").send({ key: "b", commits: "tkt_1" });

    expect(blamed(story.claim("succeeded", "tkt_1"))).toEqual([]);
  });

  test("may not be sent again blindly while it is unknown", () => {
    const story = asked("lookup-only");
    story.send({ commits: false, answer: "lost" });
    story.claim("unknown").perform("order-42").send({ commits: "1" });

    expect(blamed(story.claim("succeeded", "1"))).toEqual(["looks-before-it-sends"]);
  });
});

describe("what is surplus", () => {
  test("is no second effect once it is taken back", () => {
    const story = new Story("compensated").perform("order-42");
    story.send({ commits: "bk_1", answer: "lost" });
    story.after(1000).look([]).send({ commits: "bk_2" });
    story.claim("succeeded", "bk_2").reconcile();
    story.append({ kind: "effect-removed", request: 9, effect: "bk_1", operation: "createBooking" });

    expect(blamed(story)).toEqual([]);
  });
});
