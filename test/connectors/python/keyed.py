"""The careful connector for a provider with an idempotency key, in Python. Each decision is a method of its own, so that a
flaw is one method made wrong: the files beside this one.

The row is on disk before anything is sent. While the key is remembered, whatever is unclear is sent again under it; after
that nothing is sent any more, and a person is told.
"""

import hashlib
import http.client
import json
import os
import re
import sqlite3
import sys
import time
from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../examples/python"))
from connector_protocol import serve  # noqa: E402

MAX_SENDS = 6
DEFAULT_WAIT_MS = 1000
LONGEST_WAIT_MS = 2 * 3_600_000
KEY_IS_SAFE_FOR_MS = 23 * 3_600_000
FINAL = ("succeeded", "failed", "conflict")


class KeyedConnector:
    capabilities = ["reconcile", "inspect", "clock", "timing", "reopen"]

    def __init__(self, world):
        self.world = world
        self.timing = world["timing"]
        self.begin(world["now"])
        self.open_ledger(os.path.join(world["stateDir"], "ledger.sqlite"))

    def open_ledger(self, path):
        self.db = sqlite3.connect(path, timeout=5, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.execute(
            """CREATE TABLE IF NOT EXISTS cards (
                 key TEXT PRIMARY KEY, payload TEXT, state TEXT, sends INTEGER DEFAULT 0, first_send INTEGER,
                 maybe INTEGER DEFAULT 0, not_before INTEGER DEFAULT 0, reference TEXT, reason TEXT,
                 needs_human INTEGER DEFAULT 0)"""
        )

    # --- messages ---

    def perform(self, message):
        self.begin(message["now"])
        key, payload = message["businessKey"], json.dumps(message["payload"], sort_keys=True)
        mine = self.reserve(key, payload)
        row = self.read(key)
        if row["payload"] != payload:
            return {"outcome": "conflict", "reason": "this business key was used for another postcard"}
        return claim(self.send(row) if mine else row)

    def reconcile(self, message):
        self.begin(message["now"])
        open_rows = self.db.execute(f"SELECT * FROM cards WHERE state NOT IN {FINAL}").fetchall()
        return {row["key"]: claim(self.resolve(row)) for row in open_rows}

    def inspect(self, message):
        row = self.read(message["businessKey"])
        return {"outcome": "absent"} if row is None else claim(row)

    def begin(self, now):
        self.now_ms = datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp() * 1000
        self.began = time.monotonic()

    def now(self):
        return int(self.now_ms + (time.monotonic() - self.began) * 1000)

    # --- the record ---

    def reserve(self, key, payload):
        """True for exactly one caller per key, in all processes."""
        insert = "INSERT INTO cards (key, payload, state) VALUES (?, ?, 'unknown') ON CONFLICT (key) DO NOTHING"
        return self.db.execute(insert, (key, payload)).rowcount == 1

    def read(self, key):
        return self.db.execute("SELECT * FROM cards WHERE key = ?", (key,)).fetchone()

    def record(self, row, **columns):
        names = ", ".join(name + " = ?" for name in columns)
        self.db.execute(f"UPDATE cards SET {names} WHERE key = ?", (*columns.values(), row["key"]))
        return self.read(row["key"])

    # --- what is done next ---

    def resolve(self, row):
        if self.now() < row["not_before"]:
            return row
        is_forgotten = row["first_send"] is not None and self.now() - row["first_send"] >= KEY_IS_SAFE_FOR_MS
        if is_forgotten or row["sends"] >= MAX_SENDS:
            return self.record(row, needs_human=1)
        return self.send(row)

    def send(self, row):
        first_send = row["first_send"] or self.now()
        maybe_before = row["maybe"]
        row = self.record(row, sends=row["sends"] + 1, first_send=first_send, maybe=1)
        answer = self.post(row)
        if answer is None:
            return self.on_no_answer(row)
        status, headers, body = answer
        reference = self.receipt_in(body) if status == 201 else None
        if reference is not None:
            return self.record(row, state="succeeded", reference=reference)
        if status == 422:
            return self.record(row, state="conflict")
        if status == 429:
            return self.on_nothing_done(row, maybe_before, self.wait_of(headers), f"status {status}")
        if 400 <= status < 500 and status != 409:
            # It says nothing of an earlier attempt whose answer was lost.
            if maybe_before:
                return self.record(row, sends=MAX_SENDS, needs_human=1, reason=f"status {status}")
            return self.record(row, state="failed", reason=f"status {status}")
        return self.on_unclear_status(row, status, headers)

    def on_no_answer(self, row):
        return self.later(row, 0, "no whole answer")

    def on_unclear_status(self, row, status, headers):
        return self.later(row, self.wait_of(headers) if "Retry-After" in headers else 0, f"status {status}")

    def on_nothing_done(self, row, maybe_before, wait_ms, reason):
        row = self.record(row, maybe=maybe_before)
        if not maybe_before and (row["sends"] >= MAX_SENDS or wait_ms > LONGEST_WAIT_MS):
            return self.record(row, state="failed", reason="given up: " + reason)
        return self.later(row, wait_ms, reason)

    def later(self, row, wait_ms, reason):
        pause = max(wait_ms, self.timing["retryDelayMs"] * 2 ** row["sends"])
        return self.record(row, not_before=self.now() + pause, reason=reason)

    # --- the wire ---

    def key_of(self, row):
        facts = json.dumps([self.world["credentials"]["account"], "sendPostcard", row["key"]])
        return hashlib.sha256(facts.encode()).hexdigest()

    def post(self, row):
        """Status, headers and body of a whole answer; None when there is none."""
        base = urlsplit(self.world["baseUrl"])
        connection = http.client.HTTPConnection(base.hostname, base.port, timeout=self.timing["timeoutMs"] / 1000)
        headers = {
            "Authorization": "Bearer " + self.world["credentials"]["token"],
            "Content-Type": "application/json",
            "Idempotency-Key": self.key_of(row),
        }
        try:
            connection.request("POST", "/postcards", row["payload"].encode(), headers)
            response = connection.getresponse()
            if not self.is_whole(response):
                return None
            content = response.read()
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()
        try:
            return response.status, response.headers, json.loads(content)
        except ValueError:
            return response.status, response.headers, None

    def is_whole(self, response):
        """http.client takes half of the headers for an answer without a body."""
        return response.length is not None or response.chunked

    def receipt_in(self, body):
        reference = body.get("id") if isinstance(body, dict) else None
        return reference if isinstance(reference, str) and reference != "" else None

    def wait_of(self, headers):
        """Milliseconds from now: seconds or a date; anything else is as good as nothing."""
        value = (headers.get("Retry-After") or "").strip()
        if re.fullmatch("[0-9]+", value):
            return min(int(value) * 1000, LONGEST_WAIT_MS + 1)
        try:
            return max(0, int(parsedate_to_datetime(value).timestamp() * 1000) - self.now())
        except (TypeError, ValueError, IndexError, OverflowError):
            return DEFAULT_WAIT_MS


def claim(row):
    if row["state"] in FINAL:
        return {"outcome": row["state"], "reference": row["reference"] or "", "reason": row["reason"] or ""}
    return {"outcome": "unknown", "reason": row["reason"] or "being sent", "needsHuman": bool(row["needs_human"])}


if __name__ == "__main__":
    serve(KeyedConnector)
