/** An adapter in JavaScript that passes the starter contract. */
export const javascriptAdapter = `// Lets threeworlds drive your integration. As it stands it *is* the integration, for the provider of the contract beside it: replace
// \`createOrder\` and \`findOrders\` by calls of your own code, and the folder of records by your own database.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { serveConnector } from "threeworlds/connector";

const hour = 3_600_000;
const keyIsSafeForMs = 24 * hour - 60_000; // the provider remembers a key for 24 hours

serveConnector((world) => {
  const { timing } = world;

  return {
    capabilities: ["clock", "timing", "reopen"],

    async perform({ businessKey, payload, now }) {
      const start = startClock(now);
      const record = { businessKey, payload, state: "unknown", sends: 0, openSends: 0, firstSentAt: start(), lastSentAt: start(), notBefore: 0 };
      // Written down before anything is sent, and by one process only.
      if (!reserve(record)) {
        const known = read(businessKey);
        return same(known.payload, payload) ? claim(known) : { outcome: "conflict", reason: "used for another order" };
      }
      return claim(await send(record, start));
    },

    async reconcile({ now }) {
      const start = startClock(now);
      const outcomes = {};
      for (const record of open()) {
        if (start() >= record.notBefore) await resolve(record, start);
        outcomes[record.businessKey] = claim(record);
      }
      return outcomes;
    },

    inspect({ businessKey }) {
      const record = read(businessKey);
      return record === null ? { outcome: "absent" } : claim(record);
    },
  };

  // ── What is known of an order, and what may be done next ─────────────────────────────────────────────────────────────

  /** Sends under the same key until the answer is certain, a longer wait is asked for, or three attempts were made. */
  async function send(record, clock) {
    for (let attempt = 1; attempt <= 3; attempt++) {
      // Before it leaves: if nothing is written afterwards, this attempt stays an open one.
      save(record, { sends: record.sends + 1, openSends: record.openSends + 1, lastSentAt: clock() });
      const { state, reference, reason, waitMs = 0 } = await createOrder(record);
      const isNothing = state === "not-done" || state === "failed";
      const openSends = record.openSends - (isNothing ? 1 : 0);
      // What an earlier attempt left open stays open, whatever became of this one.
      save(record, { state: isNothing && openSends > 0 ? "unknown" : state, openSends, reference, reason });
      if (record.state !== "unknown" && record.state !== "not-done") return record;
      const pauseMs = Math.max(waitMs, timing.retryDelayMs * 2 ** attempt);
      save(record, { notBefore: clock() + pauseMs });
      if (pauseMs > timing.budgetMs / 4 || attempt === 3) break;
      await sleep(pauseMs);
    }
    return record;
  }

  async function resolve(record, clock) {
    // Certainly not done, and tried often enough: that is a failure that can be told.
    if (record.state === "not-done" && record.sends >= 6) return save(record, { state: "failed" });
    if (clock() - record.firstSentAt < keyIsSafeForMs && record.sends < 12) return send(record, clock);
    const found = await findOrders(record.businessKey);
    if (found?.length === 1 && same({ ...found[0], ...record.payload }, found[0])) {
      return save(record, { state: "succeeded", reference: found[0].id });
    }
    // Not found is proof only when no request can still be running and the list cannot be behind.
    const isProof = clock() - record.lastSentAt > timing.settlesWithinMs + timing.lookupLagMs;
    if (found?.length === 0 && isProof) return save(record, { state: "failed", reason: "it does not exist" });
    if (found?.length !== 0) save(record, { needsHuman: true });
  }

  function claim({ state, reference, reason, needsHuman }) {
    // Nothing was done so far and it will be tried again: until then nobody knows how it ends.
    const outcome = state === "not-done" ? "unknown" : state;
    return { outcome, ...(reference && { reference }), ...(reason && { reason }), ...(needsHuman && { needsHuman }) };
  }

  // ── The provider: what an answer proves ──────────────────────────────────────────────────────────────────────────────

  async function createOrder({ businessKey, payload }) {
    const key = createHash("sha256").update(\`createOrder \${businessKey}\`).digest("hex");
    const answer = await call("POST", "/v1/orders", payload, { "Idempotency-Key": key });
    if (answer === "not sent") return { state: "not-done", reason: "no connection" };
    if (answer === null) return { state: "unknown", reason: "no whole answer" };
    const { status, body, retryAfter } = answer;
    if (status === 201 && typeof body?.id === "string" && body.id !== "") return { state: "succeeded", reference: body.id };
    if (status === 429) return { state: "not-done", reason: "rate limited", waitMs: waitOf(retryAfter) };
    if (status === 409) return { state: "unknown", reason: "still running" };
    if (status === 422 && body?.error?.code === "key_reused") return { state: "conflict", reason: "key used for another order" };
    if (status >= 400 && status < 500) return { state: "failed", reason: \`refused with \${status}\` };
    return { state: "unknown", reason: \`status \${status}\` };
  }

  async function findOrders(businessKey) {
    const answer = await call("GET", \`/v1/orders?external_id=\${encodeURIComponent(businessKey)}\`);
    return answer?.status === 200 && Array.isArray(answer.body?.orders) ? answer.body.orders : null;
  }

  async function call(method, path, body, headers = {}) {
    try {
      const response = await fetch(world.baseUrl + path, {
        method,
        redirect: "manual",
        signal: AbortSignal.timeout(timing.timeoutMs),
        headers: { Authorization: \`Bearer \${world.credentials.token}\`, "Content-Type": "application/json", ...headers },
        body: body && JSON.stringify(body),
      });
      const text = await response.text();
      return { status: response.status, body: parsed(text), retryAfter: response.headers.get("Retry-After") };
    } catch (error) {
      return error.cause?.code === "ECONNREFUSED" ? "not sent" : null;
    }
  }

  // ── The records: one file for each business key ──────────────────────────────────────────────────────────────────────

  function fileOf(businessKey) {
    return join(world.stateDir, \`\${encodeURIComponent(businessKey)}.json\`);
  }

  function reserve(record) {
    try {
      writeFileSync(fileOf(record.businessKey), JSON.stringify(record), { flag: "wx" });
      return true;
    } catch (error) {
      if (error.code === "EEXIST") return false;
      throw error;
    }
  }

  function save(record, changes) {
    Object.assign(record, changes);
    const draft = \`\${fileOf(record.businessKey)}.\${process.pid}\`;
    writeFileSync(draft, JSON.stringify(record));
    renameSync(draft, fileOf(record.businessKey));
  }

  function read(businessKey) {
    try {
      return JSON.parse(readFileSync(fileOf(businessKey), "utf8"));
    } catch {
      return null;
    }
  }

  function open() {
    const files = readdirSync(world.stateDir).filter((name) => name.endsWith(".json"));
    const records = files.map((name) => read(decodeURIComponent(name.slice(0, -5))));
    return records.filter((record) => record?.state === "unknown" || record?.state === "not-done");
  }
});

function startClock(now) {
  const from = performance.now();
  return () => Math.round(Date.parse(now) + performance.now() - from);
}

function waitOf(retryAfter) {
  if (retryAfter === null) return 5000;
  return /^\\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : 5000;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function same(a, b) {
  const plain = (value) => JSON.stringify(value, Object.keys(value).sort());
  return plain(a) === plain(b);
}
`;
