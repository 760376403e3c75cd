from keyed import KeyedConnector, serve


class WaitAsMilliseconds(KeyedConnector):
    def wait_of(self, headers):
        return super().wait_of(headers) / 1000


serve(WaitAsMilliseconds)
