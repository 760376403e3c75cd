from keyed import KeyedConnector, serve


class HalfAnswer(KeyedConnector):
    def is_whole(self, response):
        return True

    def receipt_in(self, body):
        return body.get("id", "") if isinstance(body, dict) else ""


serve(HalfAnswer)
