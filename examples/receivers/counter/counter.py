"""A counter that signed events raise: each event once, however often it is delivered."""

import hashlib
import hmac
import json
import re
import sqlite3

MAX_BODY_BYTES = 8192
TOLERANCE_SECONDS = 300
PURPOSE = b"counter-events-1"

TABLES = """
CREATE TABLE IF NOT EXISTS movements(
    position INTEGER PRIMARY KEY, source TEXT NOT NULL, event TEXT NOT NULL, value INTEGER NOT NULL, total INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS receipts(
    source TEXT NOT NULL, event TEXT NOT NULL, body_hash TEXT NOT NULL, result INTEGER NOT NULL, PRIMARY KEY(source, event));
"""


class Refused(Exception):
    """A delivery that changes nothing: the status and the reason to answer with."""

    def __init__(self, status, reason):
        super().__init__(reason)
        self.status, self.reason = status, reason


class Counter:
    def __init__(self, database, sources):
        """`sources` maps a tenant's name to its secrets. Whose event it is, the secret says and never the event."""
        self.database, self.sources = database, sources
        with self.connect() as connection:
            connection.executescript(TABLES)

    def connect(self):
        return sqlite3.connect(self.database, timeout=5, isolation_level=None)

    def receive(self, raw, headers, now, reach=lambda at: None):
        """Takes one delivery; returns the status and the answer. `now` is in seconds; `reach` is told how far it came."""
        try:
            source = self.authenticate(raw, headers, now)
            return 200, self.apply(source, read_event(raw), hashlib.sha256(raw).hexdigest(), reach)
        except Refused as refused:
            return refused.status, {"error": refused.reason}
        except Exception:
            return 503, {"error": "temporary failure"}

    def authenticate(self, raw, headers, now):
        """The source whose secret signed exactly these bytes, this delivery and this time."""
        if len(raw) > MAX_BODY_BYTES:
            raise Refused(413, "body too long")
        delivery = headers.get("X-Counter-Delivery") or ""
        time = headers.get("X-Counter-Time") or ""
        signature = headers.get("X-Counter-Signature") or ""
        if not (
            re.fullmatch(r"[a-z0-9-]{1,64}", delivery)
            and re.fullmatch(r"[0-9]{10}", time)
            and re.fullmatch(r"[0-9a-f]{64}", signature)
        ):
            raise Refused(401, "not signed as agreed")
        signed = b"\n".join([PURPOSE, delivery.encode(), time.encode(), raw])
        for source, secrets in self.sources.items():
            for secret in secrets:
                expected = hmac.new(bytes.fromhex(secret), signed, hashlib.sha256).hexdigest()
                if hmac.compare_digest(expected, signature):
                    if abs(now - int(time)) > TOLERANCE_SECONDS:
                        raise Refused(401, "signed too long ago, or in the future")
                    return source
        raise Refused(401, "not signed as agreed")

    def apply(self, source, event, body_hash, reach):
        """Effect and receipt in one transaction. A repeat gets the receipt, which is not the counter's present value."""
        connection = self.connect()
        try:
            # Takes the write lock before it looks: of two copies at once, the second finds the receipt of the first.
            connection.execute("BEGIN IMMEDIATE")
            receipt = connection.execute(
                "SELECT body_hash, result FROM receipts WHERE source = ? AND event = ?", (source, event["event_id"])
            ).fetchone()
            if receipt is not None:
                if receipt[0] != body_hash:
                    raise Refused(409, "this event had other content")
                return {"status": "duplicate", "result": receipt[1]}
            (total,) = connection.execute(
                "SELECT coalesce(sum(value), 0) + ? FROM movements WHERE source = ?", (event["value"], source)
            ).fetchone()
            connection.execute(
                "INSERT INTO movements(source, event, value, total) VALUES(?, ?, ?, ?)",
                (source, event["event_id"], event["value"], total),
            )
            reach("beforeCommit")
            connection.execute("INSERT INTO receipts VALUES(?, ?, ?, ?)", (source, event["event_id"], body_hash, total))
            connection.commit()
        finally:
            # Without a commit this rolls back.
            connection.close()
        reach("afterCommit")
        return {"status": "applied", "result": total}

    def movements(self):
        """Every change of the counter, in order: the source, the event and the total after it."""
        with self.connect() as connection:
            return connection.execute("SELECT source, event, total FROM movements ORDER BY position").fetchall()


def read_event(raw):
    """The event in a body that is known to be authentic. Exactly what the contract lists, nothing converted."""
    try:
        event = json.loads(raw.decode("utf-8"), object_pairs_hook=without_duplicates, parse_constant=no_number)
    except (ValueError, RecursionError):
        raise Refused(400, "not the JSON that was agreed") from None
    if not isinstance(event, dict) or set(event) != {"event_id", "kind", "value"}:
        raise Refused(422, "other fields than agreed")
    if event["kind"] != "increment":
        raise Refused(422, "an unknown kind of event")
    # type() and not isinstance(): True is an int to Python.
    if type(event["value"]) is not int or not 1 <= event["value"] <= 100:
        raise Refused(422, "a value out of range")
    if not isinstance(event["event_id"], str) or not re.fullmatch(r"evt-[a-z0-9-]{1,40}", event["event_id"]):
        raise Refused(422, "an event id in another form")
    return event


def without_duplicates(pairs):
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key occurs twice")
    return fields


def no_number(constant):
    raise ValueError(constant + " is no JSON number")
