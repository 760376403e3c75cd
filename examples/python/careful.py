"""Opens each ticket once, at a provider that has no idempotency key. `naive.py` beside it does the same job the usual way.

    npx threeworlds check examples/python/tickets.yaml --connector "python3 examples/python/careful.py"

The idea in five sentences. The intention is on disk before anything is sent, so neither a crash nor a second process
opens a second ticket. Only a receipt is success and only a refusal is failure; everything else is `unknown`, and an
unknown ticket is never simply sent again. Reconciling reads: the ticket that carries our reference and our content is
adopted. That it is absent is believed only when all pages were read, the provider called the list complete, and so much
time has passed that neither a slow request nor a slow index can still surprise us. What then is still unclear stays
unknown, and a person is told.
"""

import hashlib
import http.client
import json
import os
import re
import socket
import sqlite3
import threading
import time
from collections import namedtuple
from datetime import datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlencode, urlsplit

from connector_protocol import serve

MAX_SENDS = 5  # of one ticket, over its whole life
DEFAULT_WAIT_MS = 30_000  # the documentation's wait, for when the provider names none that makes sense
LONGEST_WAIT_MS = 2 * 3_600_000  # whoever is told to wait longer gives up


# --- The ledger: what must survive a crash --------------------------------------------------------------------------

class Ledger:
    """One row per business key. States: `sending` (or crashed while sending), `unknown`, `waiting` (certainly not
    created, to be sent again later), `succeeded`, `failed`. The last two are final."""

    OPEN = "state NOT IN ('succeeded', 'failed')"

    def __init__(self, directory):
        self.db = sqlite3.connect(os.path.join(directory, "ledger.sqlite"), timeout=5, isolation_level=None)
        self.db.row_factory = sqlite3.Row
        self.db.execute(
            """CREATE TABLE IF NOT EXISTS tickets (
                 business_key TEXT PRIMARY KEY, payload TEXT NOT NULL, payload_hash TEXT NOT NULL,
                 state TEXT NOT NULL, sends INTEGER NOT NULL, last_send INTEGER NOT NULL,
                 not_before INTEGER NOT NULL DEFAULT 0, reference TEXT, reason TEXT,
                 needs_human INTEGER NOT NULL DEFAULT 0)"""
        )

    def reserve(self, key, payload, payload_hash, now):
        """True for exactly one caller per key, in all processes: that one may send."""
        cursor = self.db.execute(
            """INSERT INTO tickets (business_key, payload, payload_hash, state, sends, last_send)
               VALUES (?, ?, ?, 'sending', 1, ?) ON CONFLICT (business_key) DO NOTHING""",
            (key, payload, payload_hash, now),
        )
        return cursor.rowcount == 1

    def reserve_again(self, row, now):
        """The same for a further send: only whoever still finds the row as it was read may send."""
        cursor = self.db.execute(
            "UPDATE tickets SET state = 'sending', sends = sends + 1, last_send = ?, needs_human = 0"
            f" WHERE business_key = ? AND sends = ? AND {self.OPEN}",
            (now, row["business_key"], row["sends"]),
        )
        return cursor.rowcount == 1

    def record(self, key, **columns):
        """Writes what is known now. A final state stays: another process may have been quicker."""
        names = ", ".join(name + " = ?" for name in columns)
        self.db.execute(
            f"UPDATE tickets SET {names} WHERE business_key = ? AND {self.OPEN}", (*columns.values(), key)
        )
        return self.read(key)

    def read(self, key):
        return self.db.execute("SELECT * FROM tickets WHERE business_key = ?", (key,)).fetchone()

    def unresolved(self):
        return self.db.execute(f"SELECT * FROM tickets WHERE {self.OPEN} ORDER BY last_send").fetchall()


# --- The provider: what an answer proves ----------------------------------------------------------------------------

class NotSent(Exception):
    """No connection: the provider cannot have seen anything."""


class NoAnswer(Exception):
    """The request went out and no whole answer came back: anything may have happened."""


class Inconclusive(Exception):
    """A lookup that says nothing about the ticket."""

    def __init__(self, reason, wait_ms=0, needs_human=False):
        super().__init__(reason)
        self.wait_ms = wait_ms
        self.needs_human = needs_human


Answer = namedtuple("Answer", "status headers body")

# What a send has proved: `created`, `refused` (for good), `nothing` (not created, may be sent again), or `unknown`.
Proof = namedtuple("Proof", "kind reference reason wait_ms", defaults=(None, None, 0))


class TicketsApi:
    def __init__(self, world, clock):
        base = urlsplit(world["baseUrl"])
        self.address = (base.hostname, base.port)
        self.token = world["credentials"]["token"]
        self.timeout = world["timing"]["timeoutMs"] / 1000
        self.clock = clock

    def create(self, payload):
        try:
            answer = self.request("POST", "/v1/tickets", payload)
        except NotSent as error:
            return Proof("nothing", reason=f"no connection: {error}")
        except NoAnswer as error:
            return Proof("unknown", reason=f"no answer: {error}")
        if answer.status == 201 and isinstance(answer.body, dict) and is_receipt(answer.body.get("id")):
            return Proof("created", reference=answer.body["id"])
        reason = f"status {answer.status}: {json.dumps(answer.body)[:200]}"
        if answer.status == 429:
            return Proof("nothing", reason=reason, wait_ms=self.wait_asked(answer))
        if 400 <= answer.status < 500:
            return Proof("refused", reason=reason)
        # 5xx, 3xx, and a 2xx without a receipt: the ticket may exist.
        return Proof("unknown", reason=reason)

    def find(self, reference, has_time):
        """Every ticket that carries the reference, once all pages are read; else Inconclusive."""
        found, cursor, seen = [], None, set()
        while True:
            if not has_time():
                raise Inconclusive("no time left to read all pages")
            query = {"external_id": reference, **({} if cursor is None else {"cursor": cursor})}
            try:
                answer = self.request("GET", "/v1/tickets?" + urlencode(query))
            except (NotSent, NoAnswer) as error:
                raise Inconclusive(f"lookup without an answer: {error}")
            page = answer.body
            if answer.status != 200:
                wait_ms = self.wait_asked(answer) if "Retry-After" in answer.headers else 0
                person = 400 <= answer.status < 500 and answer.status != 429
                raise Inconclusive(f"lookup answered {answer.status}", wait_ms, needs_human=person)
            if not isinstance(page, dict) or not isinstance(page.get("tickets"), list):
                raise Inconclusive("lookup answered something else than a list")
            if page.get("partial"):
                raise Inconclusive("the provider says that the list is incomplete")
            # The search also finds references that only begin like ours.
            found += [ticket for ticket in page["tickets"] if ticket.get("external_id") == reference]
            cursor = page.get("next_cursor")
            if cursor is None:
                return found
            if cursor in seen:
                raise Inconclusive("the pages go round in a circle")
            seen.add(cursor)

    def request(self, method, path, body=None):
        """One request on a fresh connection: one that dies on reuse would be a further way of not knowing. No redirects are
        followed and nothing is sent twice."""
        connection = http.client.HTTPConnection(*self.address, timeout=self.timeout)
        try:
            try:
                connection.connect()
            except OSError as error:
                raise NotSent(repr(error))
            # The timeout of http.client counts anew with every byte; this one counts for the whole exchange.
            alarm = threading.Timer(self.timeout, hang_up, [connection.sock])
            alarm.start()
            try:
                headers = {"Authorization": "Bearer " + self.token, "Accept": "application/json"}
                if body is not None:
                    headers["Content-Type"] = "application/json"
                    body = json.dumps(body).encode()
                connection.request(method, path, body, headers)
                response = connection.getresponse()
                # Without a length nobody can tell a whole answer from half of one: http.client takes the fragment
                # "HTTP/1.1 201 Cre" for a success with an empty body.
                if response.length is None and not response.chunked:
                    raise NoAnswer("an answer without a length")
                content = response.read()
            except (OSError, http.client.HTTPException, ValueError) as error:
                raise NoAnswer(repr(error))
            finally:
                alarm.cancel()
        finally:
            connection.close()
        try:
            return Answer(response.status, response.headers, json.loads(content))
        except ValueError:
            return Answer(response.status, response.headers, None)

    def wait_asked(self, answer):
        """Milliseconds from now: Retry-After is seconds or a date; anything else is as good as nothing."""
        value = (answer.headers.get("Retry-After") or "").strip()
        if re.fullmatch("[0-9]{1,12}", value):
            return int(value) * 1000
        try:
            until = parsedate_to_datetime(value).timestamp() * 1000
        except (TypeError, ValueError, IndexError, OverflowError):
            return LONGEST_WAIT_MS + 1 if re.fullmatch("[0-9]+", value) else DEFAULT_WAIT_MS
        return max(0, int(until) - self.clock.now())


def hang_up(sock):
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # closed already


def is_receipt(value):
    return isinstance(value, str) and value != ""


# --- The connector: what may be done next ---------------------------------------------------------------------------

class Clock:
    """The kit's time, which it moves: every message says what time it is."""

    def set(self, now):
        self.base = datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp() * 1000
        self.since = time.monotonic()

    def now(self):
        return int(self.base + (time.monotonic() - self.since) * 1000)


class CarefulConnector:
    capabilities = ["reconcile", "inspect", "clock", "timing", "reopen"]

    def __init__(self, world):
        self.timing = world["timing"]
        self.clock = Clock()
        self.clock.set(world["now"])
        self.ledger = Ledger(world["stateDir"])
        self.api = TicketsApi(world, self.clock)
        self.deadline = 0

    def perform(self, message):
        self.begin(message)
        key, payload = message["businessKey"], message["payload"]
        text = json.dumps(payload, sort_keys=True)
        payload_hash = hashlib.sha256((message["operation"] + text).encode()).hexdigest()
        # On disk before anything is sent.
        mine = self.ledger.reserve(key, text, payload_hash, self.clock.now())
        row = self.ledger.read(key)
        if row["payload_hash"] != payload_hash:
            return {"outcome": "conflict", "reason": "this business key was used for another ticket"}
        # Somebody else's, or an earlier one: the record speaks, nothing is sent. Unknowns are for `reconcile`.
        return claim(self.send(row) if mine else row)

    def reconcile(self, message):
        self.begin(message)
        return {row["business_key"]: claim(self.resolve(row)) for row in self.ledger.unresolved()}

    def inspect(self, message):
        row = self.ledger.read(message["businessKey"])
        return {"outcome": "absent"} if row is None else claim(row)

    def send(self, row):
        """Sends a reserved ticket, again only where it is certain that nothing was created, within the budget."""
        key = row["business_key"]
        while True:
            proof = self.api.create(json.loads(row["payload"]))
            now = self.clock.now()
            if proof.kind == "created":
                return self.ledger.record(key, state="succeeded", reference=proof.reference, needs_human=0)
            if proof.kind == "refused":
                return self.ledger.record(key, state="failed", reason=proof.reason)
            if proof.kind == "unknown":
                # From now on only `resolve` touches it.
                return self.ledger.record(key, state="unknown", reason=proof.reason, last_send=now)
            if row["sends"] >= MAX_SENDS or proof.wait_ms > LONGEST_WAIT_MS:
                return self.ledger.record(key, state="failed", reason="gave up: " + proof.reason)
            wait_ms = max(proof.wait_ms, self.timing["retryDelayMs"] * 2 ** (row["sends"] - 1))
            row = self.ledger.record(key, state="waiting", reason=proof.reason, not_before=now + wait_ms)
            if not self.has_time(wait_ms):
                return row
            time.sleep(wait_ms / 1000)
            if not self.ledger.reserve_again(row, self.clock.now()):
                return self.ledger.read(key)
            row = self.ledger.read(key)

    def resolve(self, row):
        """Finds out what became of an unresolved ticket. Reads; sends only what certainly does not exist."""
        key, asked_at = row["business_key"], self.clock.now()
        if asked_at < row["not_before"] or not self.has_time():
            return row
        if row["state"] == "waiting":
            return self.send_again(row)
        try:
            found = self.api.find(key, self.has_time)
        except Inconclusive as error:
            return self.ledger.record(
                key,
                reason=str(error),
                not_before=asked_at + min(error.wait_ms, LONGEST_WAIT_MS),
                needs_human=int(error.needs_human),
            )
        if len(found) > 1:
            return self.hold(key, f"{len(found)} tickets carry our reference")
        if len(found) == 1:
            wanted = json.loads(row["payload"])
            if not is_receipt(found[0].get("id")) or any(found[0].get(k) != v for k, v in wanted.items()):
                return self.hold(key, "a ticket carries our reference but not our content")
            return self.ledger.record(key, state="succeeded", reference=found[0]["id"], needs_human=0)
        # Not found is not yet absent: the request may still be running, and the index lags behind.
        settles, lag = self.timing["settlesWithinMs"], self.timing["lookupLagMs"]
        if settles is None or lag is None:
            return self.hold(key, "the provider promises no time after which absence is certain")
        if asked_at < row["last_send"] + settles + lag:
            return self.ledger.record(key, reason="not found, too early to tell", needs_human=0)
        return self.send_again(row)

    def send_again(self, row):
        """For a ticket that certainly does not exist."""
        key = row["business_key"]
        if row["sends"] >= MAX_SENDS:
            return self.ledger.record(key, state="failed", reason=f"not created in {MAX_SENDS} attempts")
        if not self.has_time() or not self.ledger.reserve_again(row, self.clock.now()):
            return self.ledger.read(key)
        return self.send(self.ledger.read(key))

    def hold(self, key, reason):
        return self.ledger.record(key, state="unknown", reason=reason, needs_human=1)

    def begin(self, message):
        self.clock.set(message["now"])
        self.deadline = time.monotonic() + self.timing["budgetMs"] / 1000

    def has_time(self, wait_ms=0):
        """Whether a request after this wait would still end within the budget of this message."""
        return time.monotonic() + (wait_ms + self.timing["timeoutMs"]) / 1000 <= self.deadline


def claim(row):
    if row["state"] == "succeeded":
        return {"outcome": "succeeded", "reference": row["reference"]}
    if row["state"] == "failed":
        return {"outcome": "failed", "reason": row["reason"]}
    return {"outcome": "unknown", "reason": row["reason"] or "being sent", "needsHuman": bool(row["needs_human"])}


if __name__ == "__main__":
    serve(CarefulConnector)
