"""The counter behind HTTP, put under the kit. What the kit needs stands here; counter.py knows nothing of it."""

import json
import os
import sys
import threading
import time
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RDWR

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from counter import MAX_BODY_BYTES, Counter  # noqa: E402
from receiver_protocol import serve  # noqa: E402


class Clock:
    """The time of day; the kit may move it, and it runs on from there."""

    def __init__(self):
        self.set(time.time())

    def set(self, now):
        self.started, self.base = time.monotonic(), now

    def now(self):
        return int(self.base + time.monotonic() - self.started)


class TooLong(Exception):
    pass


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 10

    def do_POST(self):
        # An upper bound before anything is read; compressed bodies are not part of the contract.
        if self.headers.get("Content-Encoding", "identity") != "identity":
            self.close_connection = True
            return self.answer(415, {"error": "compressed"})
        try:
            raw = self.read_body()
        except (TooLong, ValueError):
            self.close_connection = True
            return self.answer(413, {"error": "body too long, or none"})
        points, counter, clock = self.server.points, self.server.counter, self.server.clock
        status, answer = counter.receive(raw, self.headers, clock.now(), lambda at: points.reach(at, self.hang_up))
        self.answer(status, answer)
        points.reach("afterAnswer", self.hang_up)

    def read_body(self):
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return self.read_chunks()
        length = int(self.headers.get("Content-Length", ""))
        if not 0 <= length <= MAX_BODY_BYTES:
            raise TooLong
        return self.rfile.read(length)

    def read_chunks(self):
        body = b""
        while size := int(self.rfile.readline(20).split(b";")[0], 16):
            if len(body) + size > MAX_BODY_BYTES:
                raise TooLong
            body += self.rfile.read(size)
            self.rfile.readline(4)
        while self.rfile.readline(1024).strip():
            pass  # trailers
        return body

    def answer(self, status, body):
        text = json.dumps(body).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            if status == 503:
                self.send_header("Retry-After", "1")
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(text)
        except OSError:
            self.close_connection = True  # the provider went away; it will deliver again

    def hang_up(self):
        self.close_connection = True
        try:
            self.connection.shutdown(SHUT_RDWR)
        except OSError:
            pass

    def log_message(self, *parts):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


class CounterReceiver:
    capabilities = ["clock", "faults", "sources", "reopen"]

    def __init__(self, world, points):
        sources = world.get("sources") or [{"name": "counter", "secrets": world["webhookSecrets"]}]
        self.counter = Counter(
            os.path.join(world["stateDir"], "counter.sqlite"), {one["name"]: one["secrets"] for one in sources}
        )
        self.clock, self.points = Clock(), points

    def start(self, port):
        self.server = server = Server(("127.0.0.1", port), Handler)
        server.counter, server.clock, server.points = self.counter, self.clock, self.points
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return server.server_address[1], "/webhooks"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def set_clock(self, now):
        self.clock.set(datetime.fromisoformat(now.replace("Z", "+00:00")).timestamp())

    def applied(self):
        movements = self.counter.movements()
        totals = {source: total for source, _, total in movements}
        effects = [{"source": source, "event": event, "result": total} for source, event, total in movements]
        return {"applied": effects, "accepted": [], "state": totals}


if __name__ == "__main__":
    serve(CounterReceiver)
