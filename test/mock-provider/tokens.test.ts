import { describe, expect, it } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { Fault } from "../../mock-provider/fault.js";
import { startProvider } from "../../mock-provider/start.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { sampleContract } from "../contracts/sample-contracts.js";
import { call, entriesOf, type Reply } from "./world.js";

const faults = await loadCatalogue<Fault>("faults");
const hourMs = 3_600_000;

type Sample = "oauth-rotating" | "oauth-grace" | "oauth-plain";

function start(sample: Sample): Promise<Provider> {
  return startProvider(sampleContract(sample), {
    seed: 7,
    startAt: Date.parse("2026-11-30T12:00:00.000Z"),
    faults,
  });
}

/** A secret that was issued at the start. */
function issued(provider: Provider, part: string, to: "first" | "second" = "first"): string {
  const value = provider.credentials[to][part];
  if (typeof value !== "string") throw new Error(`no ${part} was issued`);
  return value;
}

/** A ticket of the rotating contract, with an access token. */
function openTicket(provider: Provider, accessToken: string, key = "key-1"): Promise<Reply> {
  return call(provider, "POST", "/v1/tickets", {
    body: { subject: "Printer on fire", external_id: key },
    headers: { Authorization: `Bearer ${accessToken}`, "Idempotency-Key": key },
  });
}

/** A refresh with the client's id and secret in the header; `change` alters its parameters. */
function refresh(
  provider: Provider,
  refreshToken: string,
  change: { parameters?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const pair = `${issued(provider, "clientId")}:${issued(provider, "clientSecret")}`;
  const parameters = { grant_type: "refresh_token", refresh_token: refreshToken, ...change.parameters };
  return call(provider, "POST", new URL(issued(provider, "tokenUrl")).pathname, {
    raw: new URLSearchParams(parameters).toString(),
    headers: {
      Authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
      "Content-Type": "application/x-www-form-urlencoded",
      ...change.headers,
    },
  });
}

/** The same with the client's id and secret in the body. */
function refreshByBody(provider: Provider, refreshToken: string): Promise<Reply> {
  const client = {
    client_id: issued(provider, "clientId"),
    client_secret: issued(provider, "clientSecret"),
  };
  return refresh(provider, refreshToken, { parameters: client, headers: { Authorization: "" } });
}

function field(body: Json, name: string): string {
  const value = (body as JsonObject)[name];
  return typeof value === "string" ? value : "";
}

describe("the token endpoint", () => {
  it("gives a new pair for a refresh token, which nobody may cache", async () => {
    await using provider = await start("oauth-rotating");

    const reply = await refresh(provider, issued(provider, "refreshToken"));

    expect(reply.status).toBe(200);
    expect(reply.headers.get("Cache-Control")).toBe("no-store");
    expect(reply.body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
    expect(field(reply.body, "access_token")).toMatch(/^at_[A-Za-z0-9]{32}$/);
    expect((await openTicket(provider, field(reply.body, "access_token"))).status).toBe(201);
  });

  it("refuses a client that does not show its secret as the contract says", async () => {
    await using provider = await start("oauth-rotating");
    const token = issued(provider, "refreshToken");

    const [none, wrong, elsewhere] = [
      await refresh(provider, token, { headers: { Authorization: "" } }),
      await refresh(provider, token, { headers: { Authorization: "Basic eDp5" } }),
      await refreshByBody(provider, token),
    ];

    for (const reply of [none, wrong, elsewhere]) {
      expect(reply).toMatchObject({ status: 401, body: { error: "invalid_client" } });
      expect(reply.headers.get("WWW-Authenticate")).toBe("Basic");
    }
    expect(entriesOf(provider, "request-refused").map(({ reason }) => reason)).toEqual(
      Array<string>(3).fill("The client: expected its id and secret in the header Authorization (Basic)."),
    );
  });

  it("takes the client's secret from the body where the contract says so", async () => {
    await using provider = await start("oauth-plain");

    const reply = await refreshByBody(provider, issued(provider, "refreshToken"));

    expect(reply).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
  });

  it.each([
    [{ grant_type: "" }, "invalid_request", "The parameter grant_type is missing."],
    [
      { grant_type: "password" },
      "unsupported_grant_type",
      "The parameter grant_type: expected refresh_token, got 'password'.",
    ],
    [{ refresh_token: "" }, "invalid_request", "The parameter refresh_token is missing."],
    [{ refresh_token: "other" }, "invalid_grant", "The refresh token was not issued by this provider."],
  ])("refuses %j as %s", async (parameters, error, why) => {
    await using provider = await start("oauth-rotating");

    const reply = await refresh(provider, issued(provider, "refreshToken"), { parameters });

    expect(reply).toMatchObject({ status: 400, body: { error, error_description: why } });
    expect(entriesOf(provider, "request-refused")).toMatchObject([{ refusal: error, reason: why }]);
  });

  it("takes forms only", async () => {
    await using provider = await start("oauth-rotating");

    const reply = await call(provider, "POST", "/oauth/token", { body: { grant_type: "refresh_token" } });

    expect(reply).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });

  it("is no secret's way into the journal, and names the tokens instead", async () => {
    await using provider = await start("oauth-rotating");

    const reply = await refresh(provider, issued(provider, "refreshToken"));
    await openTicket(provider, field(reply.body, "access_token"));

    const journal = JSON.stringify(provider.journal.entries());
    for (const secret of [...provider.secrets(), field(reply.body, "refresh_token")]) {
      expect(journal).not.toContain(secret);
    }
    expect(provider.secrets()).toContain(field(reply.body, "access_token"));
    expect(entriesOf(provider, "request-received")).toMatchObject([
      { role: "token", operation: null, credential: "credential 2", body: { refresh_token: "[masked]" } },
      { role: "write", credential: "credential 5" },
    ]);
    expect(entriesOf(provider, "request-answered")[0]).toMatchObject({
      body: { access_token: "[masked]", refresh_token: "[masked]" },
    });
  });
});

describe("an access token", () => {
  it("is refused in the contract's words when its time is over", async () => {
    await using provider = await start("oauth-rotating");
    const token = issued(provider, "accessToken");

    const before = await openTicket(provider, token);
    provider.clock.advance(hourMs);
    const after = await openTicket(provider, token, "key-2");

    expect([before.status, after.status]).toEqual([201, 401]);
    expect(after.body).toMatchObject({ error: { code: "token_expired" } });
    expect(after.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
    expect(entriesOf(provider, "request-answered")[1]).toMatchObject({ by: "refusal", name: "expired" });
    expect(entriesOf(provider, "request-refused")).toEqual([]);
    expect(provider.effects()).toHaveLength(1);
  });

  it("expires when it is told to, for one account only", async () => {
    await using provider = await start("oauth-rotating");

    provider.expireTokens("first");

    expect((await openTicket(provider, issued(provider, "accessToken"))).status).toBe(401);
    expect((await openTicket(provider, issued(provider, "accessToken", "second"))).status).toBe(201);
    expect(entriesOf(provider, "credential-ended")).toMatchObject([
      { credential: "credential 1", why: "expired", request: null },
    ]);
  });

  it("dies with the refresh where the contract says so, also under a request that is under way", async () => {
    await using provider = await start("oauth-rotating");
    const token = issued(provider, "accessToken");
    const hold = provider.hold({ operation: "createTicket" }, "admitted");

    const waiting = openTicket(provider, token);
    await hold.reached;
    await refresh(provider, issued(provider, "refreshToken"));
    hold.release();

    expect((await waiting).status).toBe(401);
    expect(provider.effects()).toEqual([]);
    expect((await openTicket(provider, token)).status).toBe(401);
  });

  it("is what it was at the start after a reset", async () => {
    await using provider = await start("oauth-rotating");
    await refresh(provider, issued(provider, "refreshToken"));

    provider.reset();

    expect((await openTicket(provider, issued(provider, "accessToken"))).status).toBe(201);
    expect(entriesOf(provider, "credential-issued").map(({ credential }) => credential)).toEqual([
      "credential 1",
      "credential 2",
      "credential 3",
      "credential 4",
    ]);
  });
});

describe("a refresh token", () => {
  it("that comes a second time revokes its family, and no other", async () => {
    await using provider = await start("oauth-rotating");
    const old = issued(provider, "refreshToken");
    const first = await refresh(provider, old);

    const second = await refresh(provider, old);

    expect(second).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await openTicket(provider, field(first.body, "access_token"))).status).toBe(401);
    expect((await refresh(provider, field(first.body, "refresh_token"))).status).toBe(400);
    expect((await refresh(provider, issued(provider, "refreshToken", "second"))).status).toBe(200);
  });

  it("works again within the grace, and not after it", async () => {
    await using provider = await start("oauth-grace");
    const old = issued(provider, "refreshToken");
    await refreshByBody(provider, old);

    provider.clock.advance(hourMs / 2 - 1000);
    const within = await refreshByBody(provider, old);
    provider.clock.advance(1000);
    const after = await refreshByBody(provider, old);

    expect(within.status).toBe(200);
    expect(after).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await refreshByBody(provider, field(within.body, "refresh_token"))).status).toBe(200);
  });

  it("stays the same where nothing rotates", async () => {
    await using provider = await start("oauth-plain");
    const token = issued(provider, "refreshToken");

    const replies = [await refreshByBody(provider, token), await refreshByBody(provider, token)];

    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of replies) {
      expect(Object.keys(body as JsonObject)).toEqual(["access_token", "token_type", "expires_in"]);
    }
  });

  it("is refused for good when the access was taken back", async () => {
    await using provider = await start("oauth-rotating");

    provider.expireTokens("first", true);

    expect(await refresh(provider, issued(provider, "refreshToken"))).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_description: "The refresh token is no longer valid." },
    });
  });
});

describe("a fault on the token endpoint", () => {
  it("loses the answer to a refresh that took effect", async () => {
    await using provider = await start("oauth-rotating");
    provider.arm({ fault: "close-connection", at: "committed", on: { role: "token" } });
    const old = issued(provider, "refreshToken");

    await expect(refresh(provider, old)).rejects.toThrow("fetch failed");

    expect(entriesOf(provider, "credential-issued").at(-1)).toMatchObject({ by: "credential 2" });
    expect((await refresh(provider, old)).status).toBe(400);
  });

  it("answers something else before anything was exchanged", async () => {
    await using provider = await start("oauth-rotating");
    provider.arm({
      fault: "answer-with",
      at: "admitted",
      on: { role: "token" },
      options: { status: 503, body: "busy" },
    });
    const old = issued(provider, "refreshToken");

    expect((await refresh(provider, old)).status).toBe(503);
    expect((await refresh(provider, old)).status).toBe(200);
  });
});
