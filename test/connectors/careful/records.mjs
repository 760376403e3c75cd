import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./keys.mjs";
import { Ledger } from "./ledger.mjs";

/** What is known of each business key, kept on disk and worked on by one process at a time. */
export class Records {
  constructor(world, contract) {
    this.world = { ...world, stateDir: this.directoryFor(world) };
    this.contract = contract;
    this.ledger = this.openLedger(this.world.stateDir);
    this.tokens = contract.credentials.oauth === null ? null : this.openTokens(world, contract);
  }

  /** Several accounts may be served from one state directory: each has a part of its own. */
  directoryFor({ stateDir, credentials }) {
    const directory = join(stateDir, encodeURIComponent(credentials.account));
    mkdirSync(directory, { recursive: true });
    return directory;
  }

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

  succeed(record, reference) {
    this.save(record, { state: "succeeded", reference, reason: null, needsHuman: false, ticket: null });
  }

  fail(record, reason) {
    this.save(record, { state: "failed", reason });
  }

  /** The process died with a request out: it may be anywhere, and only from now on it is certain that nobody waits for it. */
  afterCrash(record, clock) {
    this.save(record, { inHand: false, ambiguous: true, gaveUpAt: clock.now() });
  }

  hold(record) {
    this.save(record, { needsHuman: true });
  }
}
