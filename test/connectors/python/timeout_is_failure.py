from keyed import KeyedConnector, serve


class TimeoutIsFailure(KeyedConnector):
    def on_no_answer(self, row):
        return self.record(row, state="failed", reason="timed out")


serve(TimeoutIsFailure)
