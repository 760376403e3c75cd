import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getAt } from "../../../dist/src/core/pointer.js";
import { readAnswer } from "./answers.mjs";
import { startClock } from "./clock.mjs";
import { exchange } from "./exchange.mjs";
import { hashOf, shapedKey } from "./keys.mjs";
import { Ledger } from "./ledger.mjs";
import { idOf, readAll, relation } from "./lookups.mjs";
import { naturalKey, readRequest, writeRequest } from "./request.mjs";
import { textOf } from "./text.mjs";
import { declaredWait } from "./waits.mjs";

/**
 * A connector that is right about every shape of contract. It reads the contract as a developer reads the documentation, and
 * decides from what it saw on the wire and wrote into its own ledger. Each decision is a method of its own, so that a flaw
 * is one method made wrong.
 *
 *   perform ─▶ reserve ─▶ pass ─┬▶ send ─▶ takeDown      until the state is final,
 *   reconcile ─▶ claim ─▶ pass ─┼▶ look ─▶ conclude      or nothing more may be done now
 *                               └▶ poll
 */
export class Careful {
  attemptsPerPass = 4;
  /** What certainly never happened may be given up early. */
  attemptsBeforeGivingUp = 4;
  /** What may have happened is worth more questions, but not endless ones. */
  attemptsInAll = 12;
  longestWaitMs = 3_600_000;
  /** A key is not used in the last moments of its retention: requests take time, and clocks differ. */
  retentionMarginMs = 5000;

  constructor(world, contract) {
    this.world = world;
    this.contract = contract;
    this.ledger = this.openLedger(world.stateDir);
    this.agent = new http.Agent({ keepAlive: true });
  }

  capabilities = ["clock", "timing", "reopen"];

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

  // ---- what is known -------------------------------------------------------------------------------------------------

  openLedger(directory) {
    return new Ledger(directory);
  }

  newRecord({ operation, businessKey, payload, parameters }, clock) {
    return {
      operation,
      businessKey,
      payload,
      parameters,
      hash: hashOf([payload, parameters]),
      state: "open",
      /** A new one only when the absence under the one before was proven, and that one can do nothing more. */
      generation: 0,
      madeAt: clock.now(),
      inHand: false,
      ambiguous: false,
      attempts: 0,
      /** Attempts since it was last certain that there is no effect. */
      attemptsInDoubt: 0,
      firstSentAt: null,
      gaveUpAt: null,
      notBefore: 0,
      readNotBefore: 0,
      keySpent: false,
      serverErrors: 0,
      ticket: null,
      reference: null,
      reason: null,
      needsHuman: false,
    };
  }

  reserve(record, leaseUntil) {
    return this.ledger.insert(record, leaseUntil);
  }

  claim(record, clock) {
    return this.ledger.claim(record, clock.now(), this.leaseUntil(clock));
  }

  /** Longer than a pass can take: who holds it longer is dead. */
  leaseUntil(clock) {
    return clock.now() + 2 * this.world.timing.budgetMs;
  }

  save(record, changes) {
    Object.assign(record, changes);
    this.ledger.save(record);
  }

  isOtherPayload(record, { payload, parameters }) {
    return record.hash !== hashOf([payload, parameters]);
  }

  async refuseOtherPayload() {
    return { outcome: "conflict", reason: "this business key came with another payload before" };
  }

  claimOf(record) {
    const outcome = record.state !== "open" ? record.state : record.ticket === null ? "unknown" : "pending";
    return {
      outcome,
      ...(record.reference === null ? {} : { reference: record.reference }),
      ...(record.reason === null ? {} : { reason: record.reason }),
      ...(record.needsHuman ? { needsHuman: true } : {}),
    };
  }

  operationOf(record) {
    return this.contract.operations.find(({ name }) => name === record.operation);
  }

  // ---- one pass: as far as one may go now ----------------------------------------------------------------------------

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

  /** The process died with a request out: it may be anywhere, and only from now on it is certain that nobody waits for it. */
  afterCrash(record, clock) {
    this.save(record, { inHand: false, ambiguous: true, gaveUpAt: clock.now() });
  }

  nextMove(record, clock) {
    const operation = this.operationOf(record);
    if (record.ticket !== null) return "poll";
    if (!record.ambiguous) return "send";
    if (this.mayRepeatUnderKey(operation, record, clock)) return "send";
    if (this.lookupsOf(operation, record).length > 0) return "look";
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

  hold(record) {
    this.save(record, { needsHuman: true });
  }

  // ---- sending -------------------------------------------------------------------------------------------------------

  async send(record, clock) {
    const operation = this.operationOf(record);
    this.beforeSend(record, clock);
    const key = this.keyToSend(operation, record, clock);
    const request = writeRequest(this.world, this.contract, operation, record, key);
    const answer = await this.exchange(request);
    await this.takeDown(record, { ...readAnswer(operation, answer, clock.now()), answer }, clock);
  }

  exchange(request) {
    return exchange(this.agent, request, this.world.timing.timeoutMs);
  }

  /** On disk before the first byte leaves. */
  beforeSend(record, clock) {
    this.save(record, {
      inHand: true,
      attempts: record.attempts + 1,
      attemptsInDoubt: record.attemptsInDoubt + 1,
      firstSentAt: record.firstSentAt ?? clock.now(),
    });
  }

  keyToSend(operation, record) {
    if (operation.idempotency === null) return null;
    return naturalKey(operation, record) ?? this.makeKey(operation, record);
  }

  /** From business identity alone: the same in every process and at any time, another for every other operation. */
  makeKey(operation, record) {
    const facts = [this.world.credentials.account, record.operation, record.businessKey, record.generation];
    return shapedKey(facts, operation.idempotency.key);
  }

  mayRepeatUnderKey(operation, record, clock) {
    const { idempotency } = operation;
    if (idempotency === null || record.firstSentAt === null || record.keySpent) return false;
    if (record.attemptsInDoubt >= this.attemptsInAll) return false;
    return this.isRemembered(idempotency, record, clock) && !this.mayRunAgain(operation);
  }

  isRemembered({ retention }, record, clock) {
    if (retention.forMs === null) return true;
    return clock.now() - record.firstSentAt < retention.forMs - this.retentionMarginMs;
  }

  /** Whether a failure that took effect can have slipped the provider's memory, so that a repeat would act again. */
  mayRunAgain({ idempotency, errors }) {
    if (idempotency.unremembered === "guarded") return false;
    return errors.some(({ status, effect }) => effect !== "none" && !this.remembers(idempotency, status));
  }

  remembers(idempotency, status) {
    const kind = status >= 500 ? "serverError" : status >= 400 ? "clientError" : "success";
    return (idempotency.remembers.promised ?? []).includes(kind);
  }

  // ---- what an answer changes ----------------------------------------------------------------------------------------

  async takeDown(record, said, clock) {
    const operation = this.operationOf(record);
    record.inHand = false;
    record.gaveUpAt = clock.now();
    record.reason = said.reason ?? null;
    switch (said.word) {
      case "receipt":
        return this.succeed(record, said.reference ?? null);
      case "acknowledged":
        return this.onAcknowledged(record, said);
      case "mismatch":
        return this.save(record, { state: "conflict" });
      case "taken":
        return this.onTaken(operation, record, said, clock);
      case "not-sent":
        return this.onNothingDone(record, said, clock);
      case "refused":
        return this.onRefused(operation, record, said, clock);
      case "in-flight":
        return this.onInFlight(record, said, clock);
      default:
        return this.onAmbiguous(operation, record, said, clock);
    }
  }

  succeed(record, reference) {
    this.save(record, { state: "succeeded", reference, reason: null, needsHuman: false, ticket: null });
  }

  fail(record, reason) {
    this.save(record, { state: "failed", reason });
  }

  onAcknowledged(record, { ticket }) {
    this.save(record, { ticket, reason: null, readNotBefore: 0 });
  }

  onRefused(operation, record, said, clock) {
    if (!said.final) return this.onNothingDone(record, said, clock);
    // What was ambiguous before is settled only by an answer that the provider stored with the first attempt.
    if (!record.ambiguous || isReplay(operation, said.answer)) return this.fail(record, said.reason);
    this.save(record, { keySpent: true });
  }

  /** This attempt did nothing; earlier ones may have. */
  onNothingDone(record, said, clock) {
    const waitMs = this.pause(record, said, clock);
    const isOver = record.attemptsInDoubt >= this.attemptsBeforeGivingUp || waitMs > this.longestWaitMs;
    if (!record.ambiguous && isOver) return this.fail(record, said.reason);
    this.save(record, { notBefore: clock.now() + waitMs });
  }

  onInFlight(record, said, clock) {
    this.save(record, { ambiguous: true, notBefore: clock.now() + this.pause(record, said, clock) });
  }

  onAmbiguous(operation, record, said, clock) {
    record.ambiguous = true;
    record.notBefore = clock.now() + this.pause(record, said, clock);
    if (said.status !== undefined) this.onUnclearAnswer(operation, record, said);
    this.save(record, {});
  }

  /** An answer that the provider remembers comes again however often it is asked; a gateway's is only remembered by mistake. */
  onUnclearAnswer({ idempotency }, record, { status, error }) {
    record.serverErrors += 1;
    if (idempotency === null || error?.next === "retrySameKey") return;
    const isTheirs = error !== undefined;
    if (this.remembers(idempotency, status)) {
      if (isTheirs || record.serverErrors >= 2) record.keySpent = true;
    } else if (isTheirs || status >= 500) {
      // A failure that nobody promises to remember may have slipped the memory together with its effect.
      record.keySpent ||= idempotency.unremembered !== "guarded";
    }
  }

  /** There is one already. It is ours if its content is; a natural key may be somebody else's. */
  async onTaken(operation, record, { original }, clock) {
    this.save(record, { ambiguous: true, notBefore: clock.now() + this.pause(record, {}, clock) });
    const lookups = operation.lookups.filter(({ by }) => (by === "id" ? original !== undefined : true));
    if (lookups.length === 0 && original !== undefined && operation.idempotency.is === "key") {
      return this.succeed(record, original);
    }
    for (const lookup of lookups) {
      const { objects } = await this.read(operation, record, lookup, clock, original);
      const relations = objects.map((object) => relation(operation, record, lookup, object));
      const ours = objects.filter((_, index) => relations[index] === "ours");
      if (ours.length === 1) return this.succeed(record, idOf(operation, ours[0]) ?? original);
      // A loose search shows all sorts of things; only what bears our name, or was named to us, stands in the way.
      const isTheirs = relations.some((one) => one === "altered" || (lookup.by === "id" && one === "other"));
      if (isTheirs && operation.idempotency.is === "natural") return this.onTakenByOther(record);
    }
    // It is there, and the search does not show it yet.
    const lags = lookups.map(({ lag }) => lag.atMostMs.promised ?? 0);
    this.save(record, { notBefore: Math.max(record.notBefore, clock.now() + Math.max(0, ...lags)) });
  }

  onTakenByOther(record) {
    this.fail(record, "the name is taken by something else");
  }

  // ---- pauses --------------------------------------------------------------------------------------------------------

  /** What was asked for, and never less than our own back-off, which doubles. */
  pause(record, said, clock) {
    return Math.max(this.askedWait(said, clock) ?? 0, this.backOff(record));
  }

  askedWait({ wait }) {
    return wait;
  }

  backOff(record) {
    return this.world.timing.retryDelayMs * 2 ** Math.min(record.attemptsInDoubt, 8);
  }

  // ---- looking -------------------------------------------------------------------------------------------------------

  /** The lookups that can find an effect of which only the request is known. */
  lookupsOf(operation, record) {
    return operation.lookups.filter(({ by }) => {
      if (by === "reference") return operation.request.reference !== null;
      return by === "scan" || this.chosenId(operation, record) !== undefined;
    });
  }

  chosenId(operation, record) {
    const { from } = operation.effect.id;
    return from === null ? undefined : getAt(record.payload, from);
  }

  async look(record, clock) {
    if (clock.now() < record.readNotBefore) return;
    const operation = this.operationOf(record);
    for (const lookup of this.lookupsOf(operation, record)) {
      const reading = await this.read(operation, record, lookup, clock, this.chosenId(operation, record));
      this.conclude(operation, record, lookup, reading, clock);
      if (record.state !== "open" || !record.ambiguous) return;
    }
  }

  async read(operation, record, lookup, clock, id) {
    const { reference } = operation.request;
    const values = { id, reference: reference === null ? undefined : getAt(record.payload, reference) };
    const reading = await this.readPages(lookup, async ({ url, parameter, value }) => {
      const request = readRequest(this.world, this.contract, lookup.request, record, values);
      if (url !== undefined) request.url = new URL(url, request.url);
      if (parameter !== undefined) request.url.searchParams.set(parameter, textOf(value));
      return this.exchange(request);
    });
    if (reading.all) return reading;
    const after = [{ header: "Retry-After", formats: ["seconds", "httpDate"] }];
    const waitMs = reading.answer.status === null ? null : declaredWait(after, reading.answer, clock.now());
    this.save(record, { readNotBefore: clock.now() + Math.max(waitMs ?? 0, this.world.timing.retryDelayMs) });
    return reading;
  }

  readPages(lookup, read) {
    return readAll(lookup, read);
  }

  conclude(operation, record, lookup, reading, clock) {
    const candidates = this.candidates(operation, record, lookup, reading);
    if (candidates.length > 0) {
      const found = this.choose(candidates);
      const id = found && (idOf(operation, found.object) ?? this.chosenId(operation, record));
      if (id !== undefined) return this.succeed(record, id);
      return this.save(record, { needsHuman: true, reason: "what was found is not certainly ours" });
    }
    if (this.isProvenAbsent(operation, record, lookup, reading, clock))
      return this.onAbsent(operation, record, clock);
    if (!this.canProveAbsence(operation, lookup)) this.save(record, { needsHuman: true });
  }

  candidates(operation, record, lookup, { objects }) {
    return objects
      .map((object) => ({ object, relation: relation(operation, record, lookup, object) }))
      .filter(({ relation }) => relation !== "other");
  }

  choose(candidates) {
    return candidates.length === 1 && candidates[0].relation === "ours" ? candidates[0] : undefined;
  }

  canProveAbsence(operation, lookup) {
    const isPublished = operation.settlesWithinMs.promised !== null && lookup.lag.atMostMs.promised !== null;
    return isPublished && lookup.complete.promised === true;
  }

  isProvenAbsent(operation, record, lookup, reading, clock) {
    if (!reading.all || !this.canProveAbsence(operation, lookup)) return false;
    return clock.now() >= record.gaveUpAt + this.settledAfterMs(operation, lookup);
  }

  settledAfterMs(operation, lookup) {
    return operation.settlesWithinMs.promised + lookup.lag.atMostMs.promised;
  }

  /** As if nothing had been sent. The key stays, unless it can do nothing more. */
  onAbsent(operation, record, clock) {
    const { idempotency } = operation;
    const isOver =
      idempotency !== null &&
      (record.keySpent || (record.firstSentAt !== null && !this.isRemembered(idempotency, record, clock)));
    this.save(record, {
      ambiguous: false,
      attemptsInDoubt: 0,
      serverErrors: 0,
      keySpent: false,
      notBefore: 0,
      needsHuman: false,
      ...(isOver ? { generation: record.generation + 1, firstSentAt: null } : {}),
    });
  }

  // ---- awaiting an outcome -------------------------------------------------------------------------------------------

  async poll(record, clock) {
    const operation = this.operationOf(record);
    const { outcome } = operation.answer;
    if (outcome === null || outcome.by !== "poll") return;
    const values = { ticket: record.ticket };
    const answer = await this.exchange(
      readRequest(this.world, this.contract, outcome.request, record, values),
    );
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

/** Whether an answer carries the provider's own mark of a stored one. */
function isReplay({ idempotency }, { headers }) {
  const marks = Object.entries(idempotency?.replay.headers ?? {});
  return marks.length > 0 && marks.every(([name, value]) => headers[name.toLowerCase()] === value);
}
