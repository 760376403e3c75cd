import { setTimeout as sleep } from "node:timers/promises";
import { getAt } from "../../../dist/src/core/pointer.js";
import { startClock } from "./clock.mjs";
import { Looking } from "./looking.mjs";
import { readRequest } from "./request.mjs";
import { textOf } from "./text.mjs";

/**
 * A connector that is right about every shape of contract. It reads the contract as a developer reads the documentation, and
 * decides from what it saw on the wire and wrote into its own ledger. Each decision is a method of its own, so that a flaw
 * is one method made wrong.
 *
 *   perform ───▶ reserve ─┐         ┌▶ send ─▶ takeDown     (sending.mjs)
 *                         ├▶ pass ──┼▶ look ─▶ conclude     (looking.mjs)
 *   reconcile ─▶ claim ───┘         └▶ poll
 *
 * A pass goes on until the state is final or nothing more may be done now; records.mjs keeps it on disk at every step.
 */
export class Careful extends Looking {
  attemptsPerPass = 4;
  capabilities = ["clock", "timing", "reopen", "accounts"];

  handlers() {
    return {
      capabilities: this.capabilities,
      perform: (message) => this.perform(message),
      reconcile: (message) => this.reconcile(message),
      inspect: (message) => this.inspect(message),
    };
  }

  async perform(message) {
    const clock = startClock(message.now);
    const fresh = this.newRecord(message, clock);
    const mine = this.reserve(fresh, this.leaseUntil(clock));
    const record = mine ? fresh : this.ledger.find(message.operation, message.businessKey);
    if (this.isOtherPayload(record, message)) return this.refuseOtherPayload(record, message, clock);
    if (record.state === "open" && (mine || this.claim(record, clock))) await this.pass(record, clock);
    return this.claimOf(record);
  }

  async reconcile({ now }) {
    const clock = startClock(now);
    const outcomes = {};
    for (const record of this.ledger.all().filter(({ state }) => state === "open")) {
      if (this.claim(record, clock)) await this.pass(record, clock);
      outcomes[record.businessKey] = this.claimOf(record);
    }
    return outcomes;
  }

  async inspect({ businessKey }) {
    const records = this.ledger.all().filter((record) => record.businessKey === businessKey);
    const record = records.find(({ state }) => state === "open") ?? records.at(-1);
    return record === undefined ? { outcome: "absent" } : this.claimOf(record);
  }

  async pass(record, clock) {
    try {
      if (record.inHand) this.afterCrash(record, clock);
      let attempts = 0;
      let looked = false;
      while (record.state === "open") {
        const move = this.nextMove(record, clock);
        if (move === "poll") return await this.poll(record, clock);
        if (move === "look") {
          if (looked) return;
          looked = true;
          await this.look(record, clock);
        } else if (move === "send") {
          if (attempts === this.attemptsPerPass || !(await this.waitToSend(record, clock))) return;
          attempts += 1;
          await this.send(record, clock);
        } else {
          return this.hold(record);
        }
      }
    } finally {
      this.ledger.release(record);
    }
  }

  nextMove(record, clock) {
    const operation = this.operationOf(record);
    // Without an access token every request is in vain, and asking for one again and again is worse.
    if (this.tokens?.trouble() != null) return "hold";
    if (record.ticket !== null) return "poll";
    if (!record.ambiguous) return "send";
    const canLook = this.lookupsOf(operation, record).length > 0;
    const isFarOff = record.notBefore - clock.now() > this.longestWaitMs;
    if (this.mayRepeatUnderKey(operation, record, clock) && !(canLook && isFarOff)) return "send";
    if (canLook) return "look";
    if (operation.nature !== "creates" && record.attemptsInDoubt < this.attemptsInAll) return "send";
    return "hold";
  }

  /** False when it is too early, and too long to wait for inside this message. */
  async waitToSend(record, clock) {
    const waitMs = record.notBefore - clock.now();
    if (waitMs <= 0) return true;
    const { timeoutMs, budgetMs, retryDelayMs } = this.world.timing;
    if (waitMs > 16 * retryDelayMs || clock.elapsed() + waitMs + timeoutMs > budgetMs) return false;
    await sleep(waitMs + 1);
    return true;
  }

  async poll(record, clock) {
    const operation = this.operationOf(record);
    const { outcome } = operation.answer;
    if (outcome === null || outcome.by !== "poll") return;
    const values = { ticket: record.ticket };
    const wanted = [outcome.at, outcome.receipt ?? "", outcome.failure?.at ?? ""];
    const request = readRequest(this.world, this.contract, outcome.request, record, values, {}, wanted);
    const answer = await this.fetch(request, clock);
    if (answer.status !== 200) return;
    this.onPolled(record, outcome, getAt(answer.body, outcome.at), answer, clock);
  }

  onPolled(record, outcome, state, answer) {
    const isOver = outcome.succeeded.includes(state);
    const trouble = outcome.failure === undefined ? null : (getAt(answer.body, outcome.failure.at) ?? null);
    if (outcome.failed.includes(state) || (isOver && trouble !== null))
      return this.onOutcomeFailed(record, state);
    if (!isOver) return;
    // Where every end has the same word, a failure shows beside it.
    const failure = outcome.failure === undefined ? undefined : getAt(answer.body, outcome.failure.at);
    if (failure !== undefined && failure !== null) return this.onOutcomeFailed(record, state);
    const receipt = outcome.receipt === null ? record.ticket : getAt(answer.body, outcome.receipt);
    if (receipt !== undefined && receipt !== null) this.succeed(record, textOf(receipt));
  }

  onOutcomeFailed(record, state) {
    this.save(record, { state: "failed", reason: `its outcome is '${state}'`, ticket: null });
  }
}
