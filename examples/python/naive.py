"""Opens tickets the way it is usually written. `careful.py` beside it does the same job; compare the two.

    npx threeworlds check examples/python/tickets.yaml --connector "python3 examples/python/naive.py"

What is wrong with it, in the order in which it happens:
  1. Nothing is written down before sending. After a crash nobody knows that anything was asked.
  2. A time-out is retried. If the first request was carried out, there are two tickets now.
  3. Any 2xx is taken for success, even an empty one, and any exception for failure: the ticket may exist all the same.
  4. "Already done" lives in memory: a restart, or a second process, forgets it and opens the ticket again.
"""

import json
import time
import urllib.error
import urllib.request

from connector_protocol import serve


class NaiveConnector:
    capabilities = ["timing", "reopen"]

    def __init__(self, world):
        self.world = world
        self.done = {}

    def perform(self, message):
        key = message["businessKey"]
        if key not in self.done:
            self.done[key] = self.create_ticket(message["payload"])
        return self.done[key]

    def create_ticket(self, payload):
        timing = self.world["timing"]
        for attempt in range(3):
            request = urllib.request.Request(
                self.world["baseUrl"] + "/v1/tickets",
                data=json.dumps(payload).encode(),
                headers={
                    "Content-Type": "application/json",
                    "Authorization": "Bearer " + self.world["credentials"]["token"],
                },
            )
            try:
                with urllib.request.urlopen(request, timeout=timing["timeoutMs"] / 1000) as response:
                    body = response.read()
                    return {"outcome": "succeeded", "reference": json.loads(body)["id"] if body else ""}
            except urllib.error.HTTPError as error:
                if error.code < 500 and error.code != 429:
                    return {"outcome": "failed", "reason": str(error)}
            except Exception as error:
                print("attempt", attempt + 1, "failed:", error)
            time.sleep(timing["retryDelayMs"] / 1000)
        return {"outcome": "failed", "reason": "gave up after three attempts"}


if __name__ == "__main__":
    serve(NaiveConnector)
