// The same integration as ../default, written for the moment when it cannot know whether the payment was made.
//
//   1. Before a request leaves, its intention is committed to the ledger. The insert is unique: of two processes with the
//      same order one sends, the other reports what it finds.
//   2. The idempotency key is made from the business key. Any process, at any later time, has the same one.
//   3. Only what Stripe said decides. A receipt is success, a refusal is failure, everything else is `unknown`.
//   4. What is unknown is settled by asking again under the same key (for 24 hours, that is how long Stripe remembers it),
//      and where that is of no use, by reading the list of payments. Never by sending blindly.
//   5. What cannot be settled is held and flagged for a person.
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
import { serveConnector } from "threeworlds/connector";
import { readError, readSuccess, waitOf } from "./answers.mjs";
import { openLedger } from "./ledger.mjs";

const hour = 3_600_000;
// Stripe may forget a key when it is "at least 24 hours old"; a minute is kept for slow requests and clocks that differ.
const keyIsSafeForMs = 24 * hour - 60_000;
const attemptsPerPass = 3;
// What was certainly never done may be given up early; what may have been done is worth more questions.
const attemptsBeforeGivingUp = 3;
const attemptsInAll = 12;
const longestWaitMs = hour / 4;

let ledger;

serveConnector((world) => {
  const { timing } = world;
  ledger?.close();
  ledger = openLedger(world.stateDir, randomUUID());
  const stripe = connect(world);
  const operations = {
    createPaymentIntent: { api: stripe.paymentIntents, id: /^pi_\w+$/ },
    createRefund: { api: stripe.refunds, id: /^re_\w+$/ },
  };

  return {
    capabilities: ["clock", "timing", "reopen"],

    async perform({ operation, businessKey, payload, now }) {
      const clock = startClock(now);
      const key = keyOf(world.credentials.account, operation, businessKey);
      const mine = ledger.reserve({ operation, businessKey, payload, key, leaseUntil: leaseUntil(clock) });
      const row = ledger.find(operation, businessKey);
      if (!ledger.isSamePayload(row, payload)) {
        return { outcome: "conflict", reason: "this order was already sent with other content" };
      }
      if (row.state === "unknown" && (mine || claim(row, clock))) await settle(row, clock);
      return claimOf(row);
    },

    async reconcile({ now }) {
      const clock = startClock(now);
      const outcomes = {};
      for (const row of ledger.open()) {
        if (claim(row, clock)) await settle(row, clock);
        outcomes[row.business_key] = claimOf(row);
      }
      return outcomes;
    },

    // An order may have both a payment and a refund; the word that is still open is the one to hear.
    async inspect({ businessKey }) {
      const rows = ledger.findByBusinessKey(businessKey);
      const row = rows.find((one) => one.state === "unknown") ?? rows[0];
      return row ? claimOf(row) : { outcome: "absent" };
    },
  };

  function claim(row, clock) {
    return ledger.claim(row, clock.now(), leaseUntil(clock));
  }

  /** Longer than a pass can take. A row whose lease has run out belonged to a process that died. */
  function leaseUntil(clock) {
    return clock.now() + 2 * timing.budgetMs;
  }

  /** Does what may be done now about a row that is ours, writes down what came of it, and lets go of it. */
  async function settle(row, clock) {
    try {
      // Taken over from a process that died: its last request may be anywhere.
      if (row.in_hand === 1) ledger.update(row, { ambiguous: 1, in_hand: 0 });
      if (clock.now() < row.not_before) return;
      if (keyIsOfUse(row, clock)) await sendUnderKey(row, clock);
      if (row.state !== "unknown" || keyIsOfUse(row, clock)) return;
      if (row.ambiguous === 0) ledger.update(row, { state: "failed" });
      else await look(row);
    } finally {
      ledger.update(row, { owner: null });
    }
  }

  function keyIsOfUse(row, clock) {
    if (row.first_sent_at === null) return true;
    const remembered = clock.now() - row.first_sent_at < keyIsSafeForMs;
    return remembered && row.key_is_spent === 0 && row.attempts < attemptsInAll;
  }

  async function sendUnderKey(row, clock) {
    for (let attempt = 1; keyIsOfUse(row, clock); attempt++) {
      // Before it leaves, not after: a crash in between would leave no trace.
      const firstSentAt = row.first_sent_at ?? clock.now();
      ledger.update(row, { in_hand: 1, attempts: row.attempts + 1, first_sent_at: firstSentAt });
      const answer = await send(row);
      takeDown(row, answer);
      if (row.state !== "unknown" || !keyIsOfUse(row, clock)) return;

      // Each pause is twice the one before and no shorter than Stripe asked for. Long ones are left to a later reconcile,
      // so that no worker sleeps on them.
      const backOff = timing.retryDelayMs * 2 ** attempt;
      const pause = Math.max(backOff, waitOf(answer.retryAfter, clock.now()) ?? 0);
      const isLong = pause > 10 * backOff;
      if (row.ambiguous === 0 && (row.attempts >= attemptsBeforeGivingUp || pause > longestWaitMs)) {
        // Nothing ever left, or Stripe turned each attempt away before doing anything: that much is certain.
        ledger.update(row, { state: "failed" });
        return;
      }
      ledger.update(row, { not_before: clock.now() + Math.min(pause, 24 * hour) });
      const timeForAnother = clock.elapsed() + pause + timing.timeoutMs < timing.budgetMs;
      if (attempt === attemptsPerPass || isLong || !timeForAnother) return;
      await sleep(pause);
    }
  }

  async function send(row) {
    const { api, id } = operations[row.operation];
    try {
      return readSuccess(await api.create(JSON.parse(row.payload), { idempotencyKey: row.key }), id);
    } catch (error) {
      return readError(error);
    }
  }

  function takeDown(row, { word, reference, reason, settles }) {
    const changes = { in_hand: 0, reason };
    if (word === "receipt")
      Object.assign(changes, { state: "succeeded", reference, reason: null, needs_human: 0 });
    if (word === "other-payload") changes.state = "conflict";
    if (word === "refused" && (row.ambiguous === 0 || settles)) changes.state = "failed";
    else if (word === "refused") changes.key_is_spent = 1;
    if (word === "server-error") Object.assign(changes, { ambiguous: 1, key_is_spent: 1 });
    if (word === "unclear" || word === "in-flight") changes.ambiguous = 1;
    // `not-sent` and `try-later` say nothing about the attempts before: what was ambiguous stays so.
    ledger.update(row, changes);
  }

  /**
   * Reads the list, which is never behind (the search may be, by an hour). Finding ours settles it. Not finding it proves
   * nothing, for Stripe does not say how long a request may still be running: hold, and keep looking.
   */
  async function look(row) {
    const asked = JSON.parse(row.payload);
    const { api } = operations[row.operation];
    try {
      const ours = [];
      // All pages: the SDK fetches the next one as the loop goes on.
      for await (const object of api.list({ limit: 100 })) {
        if (object.metadata?.order_id === asked.metadata.order_id) ours.push(object);
      }
      // Several, or one with another amount: somebody has to look at that.
      if (ours.length === 1 && holds(ours[0], asked)) {
        ledger.update(row, { state: "succeeded", reference: ours[0].id, reason: null, needs_human: 0 });
        return;
      }
      ledger.update(row, {
        needs_human: 1,
        reason: `${ours.length} candidates in Stripe's list, none proven`,
      });
    } catch (error) {
      ledger.update(row, { needs_human: 1, reason: `Stripe's list could not be read: ${error.message}` });
    }
  }

  function claimOf(row) {
    const claim = { outcome: row.state };
    if (row.reference !== null) claim.reference = row.reference;
    if (row.reason !== null) claim.reason = row.reason;
    if (row.needs_human === 1) claim.needsHuman = true;
    return claim;
  }
});

function connect(world) {
  const { hostname, port } = new URL(world.baseUrl);
  return new Stripe(world.credentials.token, {
    host: hostname,
    port,
    protocol: "http",
    timeout: world.timing.timeoutMs,
    telemetry: false,
    // Whether to send again is decided here, where the ledger is, not inside the library ...
    maxNetworkRetries: 0,
    // ... which would still repeat a request once when the connection was closed under it.
    httpClient: withoutHiddenResend(Stripe.createNodeHttpClient()),
  });
}

function withoutHiddenResend(client) {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...request) =>
    send(...request).catch((cause) => {
      if (cause.code !== "ECONNRESET" && cause.code !== "EPIPE") throw cause;
      throw Object.assign(new Error(cause.message, { cause }), { code: "ECLOSED" });
    });
  return client;
}

/** The same for every process and at any time; another for another account or operation; no secrets, never too long. */
function keyOf(account, operation, businessKey) {
  const digest = createHash("sha256")
    .update(JSON.stringify([account, operation, businessKey]))
    .digest("hex");
  return `${operation}-${digest}`;
}

/** Whether everything that was asked for is in the object. */
function holds(object, asked) {
  if (asked === null || typeof asked !== "object") return String(object) === String(asked);
  return Object.keys(asked).every((name) => name in (object ?? {}) && holds(object[name], asked[name]));
}

/** The clock of the caller, going on while we work. */
function startClock(now) {
  const startedAt = performance.now();
  const start = Date.parse(now);
  const elapsed = () => performance.now() - startedAt;
  return { elapsed, now: () => Math.round(start + elapsed()) };
}
