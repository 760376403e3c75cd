import type { OAuth } from "../../../../src/contract/model.js";
import { isObject, type Json, type JsonObject } from "../../../../src/core/json.js";
import { exchange, text, type Reply, type Sent } from "../client.js";
import { writes, type Law } from "../law.js";
import type { Stage } from "../stage.js";

const isOAuth: Law["applies"] = (operation, { credentials }) =>
  writes(operation) && credentials.oauth !== null;

/** What OAuth tokens do. */
export const tokens: readonly Law[] = [
  {
    id: "tokens",
    title: "an access token ends when it is declared to, and a refresh gives one that works",
    tokensExpire: true,
    applies: isOAuth,
    async judge(stage) {
      const oauth = oauthOf(stage);
      const { clock } = stage.provider;
      clock.advance(oauth.lifetimeMs.enacted - 5000);
      const early = stage.prepare(1);
      stage.expectSuccess("just before its end", await stage.write(early), early);
      clock.advance(6000);
      const late = stage.prepare(2);
      const before = stage.commits();
      stage.expectAnswer("after its end", await stage.write(late), oauth.expired);
      stage.expectCommits("after its end", before);

      const reply = await refresh(stage, oauth, part(stage, "refreshToken"));
      stage.expectStatus("a refresh", reply, 200);
      const given = isObject(reply.body ?? null) ? (reply.body as JsonObject) : {};
      stage.expect(given["token_type"] === "Bearer", "a refresh: the token is no bearer token");
      stage.expect(
        given["expires_in"] === Math.floor(oauth.lifetimeMs.enacted / 1000),
        `a refresh: expected to last ${oauth.lifetimeMs.enacted} ms, got ${JSON.stringify(given["expires_in"])} s`,
      );
      stage.expect(
        (given["refresh_token"] !== undefined) === oauth.refresh.rotates.enacted,
        `a refresh: expected ${oauth.refresh.rotates.enacted ? "a" : "no"} new refresh token`,
      );
      stage.expectSuccess(
        "with the new token",
        await writeWith(stage, late, textIn(reply, "access_token")),
        late,
      );
    },
  },
  {
    id: "rotation",
    title: "what a refresh ends, and a refresh token that comes again, are treated as declared",
    tokensExpire: true,
    applies: isOAuth,
    async judge(stage) {
      const oauth = oauthOf(stage);
      const { rotates, invalidates, reuse, graceMs } = oauth.refresh;
      const old = part(stage, "refreshToken");
      const first = await refresh(stage, oauth, old);
      const dies = invalidates.enacted.includes("accessToken");
      const ask = stage.prepare(1);
      stage.expectStatus(
        "the access token of before",
        await stage.write(ask),
        dies ? oauth.expired.status : stage.operation.answer.status,
      );
      const stays =
        !rotates.enacted || !invalidates.enacted.includes("refreshToken") || reuse.enacted === "accepted";
      if (!stays && graceMs.enacted > 0) {
        stage.provider.clock.advance(graceMs.enacted - 5000);
        stage.expectStatus("the refresh token within its grace", await refresh(stage, oauth, old), 200);
        stage.provider.clock.advance(6000);
      }
      const again = await refresh(stage, oauth, old);
      if (stays) {
        stage.expectStatus("the refresh token again", again, 200);
        return;
      }
      stage.expectStatus("the refresh token again", again, 400);
      stage.expect(
        textIn(again, "error") === "invalid_grant",
        "the refresh token again: expected invalid_grant",
      );
      const next = await refresh(stage, oauth, textIn(first, "refresh_token"));
      const isRevoked = reuse.enacted === "revokesFamily";
      stage.expectStatus("the refresh token that replaced it", next, isRevoked ? 400 : 200);
    },
  },
];

function oauthOf({ contract }: Stage): OAuth {
  const { oauth } = contract.credentials;
  if (oauth === null) throw new Error(`${contract.id} has no tokens`);
  return oauth;
}

function part({ provider }: Stage, name: string): string {
  return text(provider.credentials.first[name] ?? "");
}

function textIn({ body }: Reply, name: string): string {
  const value: Json | undefined = isObject(body ?? null) ? (body as JsonObject)[name] : undefined;
  return typeof value === "string" ? value : "";
}

function writeWith(stage: Stage, ask: Parameters<Stage["write"]>[0], accessToken: string): Promise<Reply> {
  const issued = part(stage, stage.contract.credentials.parts[0] ?? "");
  const change = (sent: Sent): void => {
    for (const [name, value] of Object.entries(sent.headers)) {
      sent.headers[name] = value.replace(issued, accessToken);
    }
  };
  return stage.write(ask, { change });
}

function refresh(stage: Stage, { clientAuth }: OAuth, refreshToken: string): Promise<Reply> {
  const [id, secret] = [part(stage, "clientId"), part(stage, "clientSecret")];
  const body: JsonObject = { grant_type: "refresh_token", refresh_token: refreshToken };
  const headers: Record<string, string> = {};
  if (clientAuth.enacted === "basic") {
    headers["Authorization"] = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
  } else
    Object.assign(body, {
      client_id: id,
      ...(clientAuth.enacted === "body" ? { client_secret: secret } : {}),
    });
  return exchange({ method: "POST", url: new URL(part(stage, "tokenUrl")), headers, body, kind: "form" });
}
