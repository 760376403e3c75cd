import uuid

from keyed import KeyedConnector, serve


class KeyPerAttempt(KeyedConnector):
    def key_of(self, row):
        return str(uuid.uuid4())


serve(KeyPerAttempt)
