/** An adapter in Python, with nothing but the standard library, that passes the starter contract. */
export const pythonAdapter = String.raw`"""Lets threeworlds drive your integration. As it stands it *is* the integration, for the provider of the contract beside it:
replace create_order and find_orders by calls of your own code, and the SQLite file by your own database."""

import hashlib
import http.client
import json
import os
import re
import sqlite3
import sys
import threading
import time
from datetime import datetime
from urllib.parse import quote, urlsplit

HOUR = 3_600_000
KEY_IS_SAFE_FOR_MS = 24 * HOUR - 60_000  # the provider remembers a key for 24 hours


class Connector:
    capabilities = ["reconcile", "inspect", "clock", "timing", "reopen"]

    def __init__(self, world):
        self.world, self.timing = world, world["timing"]
        path = os.path.join(world["stateDir"], "orders.sqlite")
        self.db = sqlite3.connect(path, timeout=5, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.execute(
            "CREATE TABLE IF NOT EXISTS orders (business_key TEXT PRIMARY KEY, payload TEXT, state TEXT, sends INTEGER,"
            " open_sends INTEGER, first_sent_at INTEGER, last_sent_at INTEGER, not_before INTEGER, reference TEXT,"
            " reason TEXT, needs_human INTEGER)"
        )

    def perform(self, message):
        self.start(message["now"])
        payload = json.dumps(message["payload"], sort_keys=True)
        # Written down before anything is sent, and by one process only.
        mine = self.db.execute(
            "INSERT INTO orders VALUES (?, ?, 'unknown', 0, 0, ?, ?, 0, NULL, NULL, 0) ON CONFLICT DO NOTHING",
            (message["businessKey"], payload, self.now(), self.now()),
        ).rowcount
        row = self.read(message["businessKey"])
        if row["payload"] != payload:
            return {"outcome": "conflict", "reason": "used for another order"}
        return claim(self.send(row) if mine else row)

    def reconcile(self, message):
        self.start(message["now"])
        rows = self.db.execute("SELECT * FROM orders WHERE state IN ('unknown', 'not-done')").fetchall()
        return {row["business_key"]: claim(self.resolve(row)) for row in rows}

    def inspect(self, message):
        row = self.read(message["businessKey"])
        return {"outcome": "absent"} if row is None else claim(row)

    # --- What is known of an order, and what may be done next --------------------------------------------------------

    def send(self, row):
        """Sends under the same key until the answer is certain, a longer wait is asked for, or three attempts were made."""
        key = row["business_key"]
        for attempt in range(1, 4):
            # Before it leaves: if nothing is written afterwards, this attempt stays an open one.
            sends, open_sends = row["sends"] + 1, row["open_sends"] + 1
            row = self.save(key, sends=sends, open_sends=open_sends, last_sent_at=self.now())
            state, reference, reason, wait_ms = self.create_order(row)
            open_sends -= state in ("not-done", "failed")
            if state in ("not-done", "failed") and open_sends > 0:
                state = "unknown"  # an earlier attempt is still open, whatever became of this one
            row = self.save(key, state=state, open_sends=open_sends, reference=reference, reason=reason)
            pause_ms = max(wait_ms, self.timing["retryDelayMs"] * 2**attempt)
            if state not in ("unknown", "not-done"):
                break
            row = self.save(key, not_before=self.now() + pause_ms)
            if attempt == 3 or pause_ms > self.timing["budgetMs"] / 4:
                break
            time.sleep(pause_ms / 1000)
        return row

    def resolve(self, row):
        key = row["business_key"]
        if self.now() < row["not_before"]:
            return row
        if row["state"] == "not-done" and row["sends"] >= 6:
            return self.save(key, state="failed")  # certainly not done, and tried often enough
        if self.now() - row["first_sent_at"] < KEY_IS_SAFE_FOR_MS and row["sends"] < 12:
            return self.send(row)
        found, asked = self.find_orders(key), json.loads(row["payload"])
        if found is not None and len(found) == 1 and all(found[0].get(name) == asked[name] for name in asked):
            return self.save(key, state="succeeded", reference=found[0]["id"], needs_human=0)
        # Not found is proof only when no request can still be running and the list cannot be behind.
        proven_after = row["last_sent_at"] + self.timing["settlesWithinMs"] + self.timing["lookupLagMs"]
        if found == [] and self.now() > proven_after:
            return self.save(key, state="failed", reason="it does not exist")
        return row if found == [] else self.save(key, needs_human=1)

    # --- The provider: what an answer proves ---------------------------------------------------------------------------

    def create_order(self, row):
        key = hashlib.sha256(("createOrder " + row["business_key"]).encode()).hexdigest()
        answer = self.call("POST", "/v1/orders", row["payload"], {"Idempotency-Key": key})
        if answer == "not sent":
            return "not-done", None, "no connection", 0
        if answer is None:
            return "unknown", None, "no whole answer", 0
        status, body, retry_after = answer
        body = body if isinstance(body, dict) else {}
        if status == 201 and isinstance(body.get("id"), str) and body["id"]:
            return "succeeded", body["id"], None, 0
        if status == 429:
            return "not-done", None, "rate limited", wait_of(retry_after)
        if status == 409:
            return "unknown", None, "still running", 0
        if status == 422 and (body.get("error") or {}).get("code") == "key_reused":
            return "conflict", None, "key used for another order", 0
        if 400 <= status < 500:
            return "failed", None, f"refused with {status}", 0
        return "unknown", None, f"status {status}", 0

    def find_orders(self, business_key):
        answer = self.call("GET", "/v1/orders?external_id=" + quote(business_key, safe=""))
        found = answer[1] if isinstance(answer, tuple) and answer[0] == 200 else None
        return found.get("orders") if isinstance(found, dict) else None

    def call(self, method, path, body=None, headers=None):
        """'not sent', None without a whole answer, or (status, body, Retry-After)."""
        base, timeout = urlsplit(self.world["baseUrl"]), self.timing["timeoutMs"] / 1000
        connection = http.client.HTTPConnection(base.hostname, base.port, timeout=timeout)
        try:
            connection.connect()
        except OSError:
            return "not sent"
        # The timeout of http.client counts anew with every byte; this one counts for the whole exchange.
        alarm = threading.Timer(timeout, connection.sock.shutdown, [2])
        alarm.start()
        try:
            headers = {"Authorization": "Bearer " + self.world["credentials"]["token"], **(headers or {})}
            connection.request(method, path, body, {"Content-Type": "application/json", **headers})
            response = connection.getresponse()
            if response.length is None and not response.chunked:
                return None  # without a length nobody can tell a whole answer from half of one
            text = response.read()
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            alarm.cancel()
            connection.close()
        try:
            return response.status, json.loads(text), response.headers.get("Retry-After")
        except ValueError:
            return response.status, None, response.headers.get("Retry-After")

    # --- The records and the clock -------------------------------------------------------------------------------------

    def read(self, key):
        return self.db.execute("SELECT * FROM orders WHERE business_key = ?", (key,)).fetchone()

    def save(self, key, **columns):
        names = ", ".join(name + " = ?" for name in columns)
        self.db.execute(f"UPDATE orders SET {names} WHERE business_key = ?", (*columns.values(), key))
        return self.read(key)

    def start(self, now):
        self.base = datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp() * 1000
        self.since = time.monotonic()

    def now(self):
        return int(self.base + (time.monotonic() - self.since) * 1000)


def claim(row):
    # Nothing was done so far and it will be tried again: until then nobody knows how it ends.
    said = {"outcome": "unknown" if row["state"] == "not-done" else row["state"]}
    if row["reference"]:
        said["reference"] = row["reference"]
    if row["reason"]:
        said["reason"] = row["reason"]
    if row["needs_human"]:
        said["needsHuman"] = True
    return said


def wait_of(retry_after):
    return int(retry_after) * 1000 if re.fullmatch("[0-9]{1,12}", retry_after or "") else 5000


def main():
    """One JSON object per line in, one out; whatever else is printed has to go to stderr."""
    answers, sys.stdout = sys.stdout, sys.stderr
    connector = None
    for line in sys.stdin:
        message = json.loads(line)
        try:
            if message["command"] == "open":
                connector = Connector(message["world"])
                answer = {"protocol": 1, "capabilities": Connector.capabilities}
            elif message["command"] == "perform":
                answer = connector.perform(message)
            elif message["command"] == "reconcile":
                answer = {"outcomes": connector.reconcile(message)}
            else:
                answer = connector.inspect(message)
        except Exception as error:
            answer = {"error": repr(error)}
        print(json.dumps({"id": message["id"], **answer}), file=answers, flush=True)


if __name__ == "__main__":
    main()
`;
