import { getAt } from "../../../dist/src/core/pointer.js";
import { idOf, neededOf, readAll, relation } from "./lookups.mjs";
import { readRequest } from "./request.mjs";
import { Sending } from "./sending.mjs";
import { declaredWait } from "./waits.mjs";

/** How an effect is looked up, and what is concluded from what was found or not found. */
export class Looking extends Sending {
  /** The lookups that can find an effect of which only the request is known. */
  lookupsOf(operation, record) {
    return operation.lookups.filter(({ by }) => {
      if (by === "reference") return operation.request.reference !== null;
      return by === "scan" || this.chosenId(operation, record) !== undefined;
    });
  }

  chosenId(operation, record) {
    const { effect, idempotency } = operation;
    const { from } = effect.id;
    if (from === null) return undefined;
    const isKey = idempotency?.key.in === "body" && idempotency.key.name === from;
    return (
      getAt(record.payload, from) ?? (isKey ? (this.keyToSend(operation, record) ?? undefined) : undefined)
    );
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
      const page = parameter === undefined ? {} : { [parameter]: value };
      const wanted = neededOf(operation, record, lookup);
      const request = readRequest(this.world, this.contract, lookup.request, record, values, page, wanted);
      if (url !== undefined) request.url = new URL(url, request.url);
      return this.fetch(request, clock);
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
    return this.runsFor(operation) + this.lagOf(lookup);
  }

  /** The contract's, or what stands for it where no clock can be given. */
  runsFor({ settlesWithinMs }) {
    return Math.min(settlesWithinMs.promised, this.world.timing.settlesWithinMs);
  }

  lagOf({ lag }) {
    return Math.min(lag.atMostMs.promised ?? 0, this.world.timing.lookupLagMs ?? 0);
  }

  /** As if nothing had been sent, but not for ever. The key stays, unless it can do nothing more. */
  onAbsent(operation, record, clock) {
    if (record.attempts >= this.attemptsInAll)
      return this.fail(record, "given up; it certainly never happened");
    if (record.notBefore - clock.now() > this.longestWaitMs)
      return this.fail(record, "it never happened, and the provider asks to wait for too long");
    // The repeat was refused for good: now that the first attempt is known to have done nothing, that is the last word.
    if (record.refusal !== undefined) return this.fail(record, record.refusal);
    const { idempotency } = operation;
    const isOver =
      idempotency !== null &&
      (record.keySpent || (record.firstSentAt !== null && !this.isRemembered(idempotency, record, clock)));
    this.save(record, {
      ambiguous: false,
      attemptsInDoubt: 0,
      serverErrors: 0,
      keySpent: false,
      needsHuman: false,
      ...(isOver ? { generation: record.generation + 1, firstSentAt: null } : {}),
    });
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
    const lags = lookups.map((lookup) => this.lagOf(lookup));
    this.save(record, { notBefore: Math.max(record.notBefore, clock.now() + Math.max(0, ...lags)) });
  }

  onTakenByOther(record) {
    this.fail(record, "the name is taken by something else");
  }
}
