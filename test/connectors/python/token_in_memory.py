import base64
import http.client
import json
from urllib.parse import urlencode, urlsplit

from keyed import KeyedConnector, serve


class TokenInMemory(KeyedConnector):
    """Tickets behind OAuth. A 401 before the commit asks for another token and for the same write once more."""

    def __init__(self, world):
        super().__init__(world)
        self.access_token = world["credentials"]["accessToken"]
        self.refresh_token = world["credentials"]["refreshToken"]

    def post(self, row):
        answer = self.ask("/v1/tickets", row["payload"], self.bearing(row))
        if answer is None or answer[0] != 401 or not self.refresh():
            return answer
        return self.ask("/v1/tickets", row["payload"], self.bearing(row))

    def bearing(self, row):
        return {
            "Authorization": "Bearer " + self.access_token,
            "Content-Type": "application/json",
            "Idempotency-Key": self.key_of(row),
        }

    def refresh(self):
        given = self.world["credentials"]
        pair = base64.b64encode(f"{given['clientId']}:{given['clientSecret']}".encode()).decode()
        headers = {"Authorization": "Basic " + pair, "Content-Type": "application/x-www-form-urlencoded"}
        form = urlencode({"grant_type": "refresh_token", "refresh_token": self.refresh_token})
        answer = self.ask(urlsplit(given["tokenUrl"]).path, form, headers)
        if answer is None or answer[0] != 200 or not isinstance(answer[2].get("access_token"), str):
            return False
        self.access_token = answer[2]["access_token"]
        self.refresh_token = answer[2].get("refresh_token", self.refresh_token)
        return True

    def ask(self, path, content, headers):
        """Status, headers and body of a whole answer; None when there is none."""
        base = urlsplit(self.world["baseUrl"])
        connection = http.client.HTTPConnection(base.hostname, base.port, timeout=self.timing["timeoutMs"] / 1000)
        try:
            connection.request("POST", path, content.encode(), headers)
            response = connection.getresponse()
            return response.status, response.headers, json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError):
            return None
        finally:
            connection.close()


serve(TokenInMemory)
