"""The careful connector of the examples, where the flaws beside this file find it."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../examples/python"))
from careful import CarefulConnector, Inconclusive, Ledger, Proof, TicketsApi  # noqa: E402,F401
from connector_protocol import serve  # noqa: E402,F401
