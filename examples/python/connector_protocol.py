"""Puts a connector under the kit: one JSON message a line on stdin, one JSON answer a line on stdout."""

import json
import sys
import traceback


def serve(open_connector):
    """Calls `open_connector(world)` for every world, then the connector's own methods, until stdin closes.

    A connector has `perform(message)` and, where its `capabilities` say so, `reconcile(message)` and
    `inspect(message)`. An exception is reported as an error: it claims nothing.
    """
    connector = None
    for line in sys.stdin:
        message = json.loads(line)
        command = message["command"]
        try:
            if command == "open":
                connector = open_connector(message["world"])
                answer = {"protocol": 1, "capabilities": connector.capabilities}
            elif command == "perform":
                answer = connector.perform(message)
            elif command == "reconcile":
                answer = {"outcomes": connector.reconcile(message)}
            elif command == "inspect":
                answer = connector.inspect(message)
            else:
                raise ValueError("unknown command " + command)
        except Exception as error:
            traceback.print_exc()  # stderr is kept as evidence
            answer = {"error": repr(error)}
        print(json.dumps({"id": message["id"], **answer}), flush=True)
