"""Puts a receiver of webhooks under the kit: one JSON message a line on stdin, one JSON answer a line on stdout."""

import json
import os
import sys
import threading
import time
import traceback

PAGE_SIZE = 10_000


class TestPoints:
    """Where a receiver lets itself be disturbed. The kit orders it over stdin; deliveries have no say in it."""

    def __init__(self):
        self.lock, self.ordered, self.met, self.held = threading.Lock(), [], 0, 0

    def reach(self, at, close_connection):
        """Does nothing, unless something was ordered for this point: then raises, waits, or closes the connection."""
        with self.lock:
            order = next((one for one in self.ordered if one["at"] == at), None)
            if order is None:
                return
            order["times"] = order.get("times", 1) - 1
            if order["times"] == 0:
                self.ordered.remove(order)
            self.met += 1
        if order["do"] == "fail":
            raise RuntimeError("ordered by the kit: a failure at " + at)
        if order["do"] == "hold":
            with self.lock:
                self.held += 1
            time.sleep(order.get("forMs", 0) / 1000)
            with self.lock:
                self.held -= 1
        if order["do"] == "close":
            close_connection()


def serve(open_receiver):
    """Calls `open_receiver(world, test_points)`, then what it returned, until stdin closes.

    A receiver has `capabilities`, `start(port)` that listens on 127.0.0.1 and returns its port and path, `applied()` that
    returns {"applied": [...], "accepted": [...], "state": ...}, and with the capability "clock" `set_clock(now)`. With the
    capability "reopen" it has `stop()`, and `open_receiver` is called again for another world.
    """
    receiver, points = None, TestPoints()
    for line in sys.stdin:
        message = json.loads(line)
        command = message["command"]
        try:
            answer = {"protocol": 1}
            if command == "open":
                if receiver is not None:
                    receiver.stop()
                    points = TestPoints()
                receiver = open_receiver(message["world"], points)
                port, path = receiver.start(int(os.environ.get("THREEWORLDS_PORT", "0")))
                answer.update(port=port, path=path, capabilities=receiver.capabilities)
            elif command == "applied":
                since = message.get("since", 0)
                seen = receiver.applied()
                page = seen["applied"][since : since + PAGE_SIZE]
                answer = {**seen, "applied": page, "met": points.met, "held": points.held}
            elif command == "clock":
                receiver.set_clock(message["now"])
            elif command == "fault":
                points.ordered.append(message)
            else:
                raise ValueError("unknown command " + command)
        except Exception as error:
            traceback.print_exc()  # stderr is kept as evidence
            answer = {"error": repr(error)}
        print(json.dumps({"id": message["id"], **answer}), flush=True)
    os._exit(0)  # deliveries under way do not keep the program
