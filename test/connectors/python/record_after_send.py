from lookup_only import CarefulConnector, Ledger, serve


class LateLedger(Ledger):
    """Rows live in memory until something is known of them."""

    def __init__(self, directory):
        super().__init__(directory)
        self.drafts = {}

    def reserve(self, key, payload, payload_hash, now):
        if self.read(key) is not None:
            return False
        self.drafts[key] = (payload, payload_hash, now)
        return True

    def read(self, key):
        row = super().read(key)
        if row is None and key in self.drafts:
            payload, payload_hash, now = self.drafts[key]
            empty = {"state": "sending", "sends": 1, "not_before": 0, "reference": None, "reason": None, "needs_human": 0}
            return {"business_key": key, "payload": payload, "payload_hash": payload_hash, "last_send": now, **empty}
        return row

    def record(self, key, **columns):
        if key in self.drafts:
            super().reserve(key, *self.drafts.pop(key))
        return super().record(key, **columns)


class RecordAfterSend(CarefulConnector):
    def __init__(self, world):
        super().__init__(world)
        self.ledger = LateLedger(world["stateDir"])


serve(RecordAfterSend)
