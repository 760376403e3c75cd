// The durable memory of the connector: one row for each operation and business key, written *before* the request leaves.
// Whatever happens to the process, the next one finds here that something may have been sent, what, when, and under which key.
import { createHash } from "node:crypto";
import { join } from "node:path";
import Database from "libsql";

const schema = `
  CREATE TABLE IF NOT EXISTS sends (
    operation      TEXT NOT NULL,
    business_key   TEXT NOT NULL,
    payload        TEXT NOT NULL,
    payload_hash   TEXT NOT NULL,
    key            TEXT NOT NULL,
    state          TEXT NOT NULL CHECK (state IN ('unknown', 'succeeded', 'failed', 'conflict')),
    owner          TEXT,              -- the process that works on it now; null when nobody does
    lease_until    INTEGER NOT NULL,  -- and until when it may; whoever holds it longer is dead
    in_hand        INTEGER NOT NULL DEFAULT 0,   -- a request is out right now, or was when the process died
    attempts       INTEGER NOT NULL DEFAULT 0,
    ambiguous      INTEGER NOT NULL DEFAULT 0,   -- a request went out whose fate is not known
    key_is_spent   INTEGER NOT NULL DEFAULT 0,   -- asking again under this key would tell nothing new
    first_sent_at  INTEGER,           -- ms; the key is safe for 24 h from here
    not_before     INTEGER NOT NULL DEFAULT 0,
    reference      TEXT,
    reason         TEXT,
    needs_human    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (operation, business_key)
  )`;

/** @param {string} directory @param {string} owner names this process */
export function openLedger(directory, owner) {
  const db = new Database(join(directory, "ledger.sqlite"));
  // Two processes share the file: writers wait for each other instead of failing.
  db.exec("PRAGMA busy_timeout = 2000");
  db.exec("PRAGMA journal_mode = WAL");
  // The default of WAL may lose the last commits on a power cut; a reservation must not be lost.
  db.exec("PRAGMA synchronous = FULL");
  db.exec(schema);

  const insert = db.prepare(
    `INSERT INTO sends (operation, business_key, payload, payload_hash, key, state, owner, lease_until)
     VALUES (?, ?, ?, ?, ?, 'unknown', ?, ?) ON CONFLICT DO NOTHING`,
  );
  const select = db.prepare("SELECT * FROM sends WHERE operation = ? AND business_key = ?");
  const selectByKey = db.prepare("SELECT * FROM sends WHERE business_key = ? ORDER BY rowid DESC");
  const selectOpen = db.prepare("SELECT * FROM sends WHERE state = 'unknown' ORDER BY rowid");
  const takeOver = db.prepare(
    `UPDATE sends SET owner = ?, lease_until = ?
     WHERE operation = ? AND business_key = ? AND state = 'unknown' AND (owner IS NULL OR lease_until <= ?)`,
  );

  return {
    /** True for exactly one caller, in whichever process: the one that may send. */
    reserve({ operation, businessKey, payload, key, leaseUntil }) {
      const text = JSON.stringify(payload);
      return insert.run(operation, businessKey, text, hash(payload), key, owner, leaseUntil).changes === 1;
    },

    find: (operation, businessKey) => select.get(operation, businessKey),
    findByBusinessKey: (businessKey) => selectByKey.all(businessKey),
    open: () => selectOpen.all(),

    /** Makes an unresolved row ours and reads it again, unless another process is at work on it. */
    claim(row, now, leaseUntil) {
      const { operation, business_key: businessKey } = row;
      if (takeOver.run(owner, leaseUntil, operation, businessKey, now).changes !== 1) return false;
      Object.assign(row, select.get(operation, businessKey));
      return true;
    },

    /** Committed before this returns; the row is updated in place too. */
    update(row, changes) {
      const names = Object.keys(changes);
      const values = names.map((name) => changes[name]);
      db.prepare(
        `UPDATE sends SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE operation = ? AND business_key = ?`,
      ).run(...values, row.operation, row.business_key);
      Object.assign(row, changes);
    },

    isSamePayload: (row, payload) => row.payload_hash === hash(payload),
    close: () => db.close(),
  };
}

function hash(payload) {
  return createHash("sha256").update(canonical(payload)).digest("hex");
}

/** The order of fields is no difference between two payloads. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${fields.join(",")}}`;
}
