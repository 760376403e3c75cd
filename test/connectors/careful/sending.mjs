import fs from "node:fs";
import http from "node:http";
import { join } from "node:path";
import { readAnswer } from "./answers.mjs";
import { exchange } from "./exchange.mjs";
import { shapedKey } from "./keys.mjs";
import { Records } from "./records.mjs";
import { naturalKey, writeRequest } from "./request.mjs";
import { Tokens } from "./tokens.mjs";

/** How a write is sent, under which key, and what its answer changes. */
export class Sending extends Records {
  agent = new http.Agent({ keepAlive: true });
  /** What certainly never happened may be given up early. */
  attemptsBeforeGivingUp = 4;
  /** What may have happened is worth more questions, but not endless ones. */
  attemptsInAll = 12;
  longestWaitMs = 3_600_000;
  /** A key is not used in the last moments of its retention: requests take time, and clocks differ. */
  retentionMarginMs = 5000;

  openTokens(world, contract) {
    const directory = join(world.stateDir, "oauth");
    fs.mkdirSync(directory, { recursive: true });
    const send = (request) => exchange(this.agent, request, world.timing.timeoutMs);
    return this.makeTokens({ world, contract, send, directory });
  }

  makeTokens(options) {
    return new Tokens(options);
  }

  async send(record, clock) {
    const operation = this.operationOf(record);
    this.beforeSend(record, clock);
    const key = this.keyToSend(operation, record, clock);
    const request = writeRequest(this.world, this.contract, operation, record, key);
    const answer = await this.exchange(request);
    const { oauth } = this.contract.credentials;
    await this.takeDown(record, { ...readAnswer(operation, answer, clock.now(), oauth), answer }, clock);
  }

  exchange(request) {
    if (this.tokens !== null) {
      this.shown = this.tokens.current();
      this.tokens.bearing(request, this.shown);
    }
    return exchange(this.agent, request, this.world.timing.timeoutMs);
  }

  /** A read, which does no harm twice: once more with a new access token where the one it bore was no longer good. */
  async fetch(request, clock) {
    const answer = await this.exchange(request);
    if (this.tokens === null || !this.tokens.saysExpired(answer)) return answer;
    return (await this.tokens.renew(this.shown, clock)) ? this.exchange(request) : answer;
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
    if (idempotency.unremembered.promised === "guarded") return false;
    return errors.some(({ status, effect }) => effect !== "none" && !this.remembers(idempotency, status));
  }

  remembers(idempotency, status) {
    const kind = status >= 500 ? "serverError" : status >= 400 ? "clientError" : "success";
    return (idempotency.remembers.promised ?? []).includes(kind);
  }

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
      case "expired":
        return this.onExpired(record, said, clock);
      case "in-flight":
        return this.onInFlight(record, said, clock);
      default:
        return this.onAmbiguous(operation, record, said, clock);
    }
  }

  onAcknowledged(record, { ticket }) {
    this.save(record, { ticket, reason: null, readNotBefore: 0 });
  }

  onRefused(operation, record, said, clock) {
    if (!said.final) return this.onNothingDone(record, said, clock);
    // What was ambiguous before is settled only by an answer that the provider stored with the first attempt.
    if (!record.ambiguous || isReplay(operation, said.answer)) return this.fail(record, said.reason);
    this.save(record, { keySpent: true, refusal: said.reason ?? "refused for good" });
  }

  /** A 401 for an expired token settles nothing of what was sent before, and where nothing is promised not even this attempt. */
  async onExpired(record, said, clock) {
    if (said.certain) record.attemptsInDoubt -= 1;
    else record.ambiguous = true;
    this.save(record, {});
    if (await this.tokens.renew(this.shown, clock)) return;
    this.save(record, {
      reason: this.tokens.trouble(),
      notBefore: clock.now() + this.pause(record, said, clock),
    });
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
    // What came garbled or from somewhere else is no answer that the provider could remember.
    if (error === undefined && status < 500) return;
    record.serverErrors += 1;
    if (error?.next === "hold") record.keySpent = true;
    if (idempotency === null || error?.next === "retrySameKey") return;
    const isTheirs = error !== undefined;
    if (this.remembers(idempotency, status)) {
      if (isTheirs || record.serverErrors >= 2) record.keySpent = true;
    } else if (isTheirs || status >= 500) {
      // A failure that nobody promises to remember may have slipped the memory together with its effect.
      record.keySpent ||= idempotency.unremembered.promised !== "guarded";
    }
  }

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
}

/** Whether an answer carries the provider's own mark of a stored one. */
function isReplay({ idempotency }, { headers }) {
  const marks = Object.entries(idempotency?.replay.headers ?? {});
  return marks.length > 0 && marks.every(([name, value]) => headers[name.toLowerCase()] === value);
}
