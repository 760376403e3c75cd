import { describe, expect, it } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { call, createTicket, entriesOf, startWith } from "./world.js";

function postWith(provider: Provider, headers: Record<string, string>, target = "/tickets"): Promise<number> {
  return call(provider, "POST", target, { body: { subject: "x" }, headers }).then(({ status }) => status);
}

/** One part of what was issued to the first account, or the second. */
function issued(provider: Provider, part: string, to: "first" | "second" = "first"): string {
  const value = provider.credentials[to][part];
  return typeof value === "string" ? value : "";
}

describe("credentials", () => {
  it("issues two of the contract's shape, the same ones for the same seed", async () => {
    const top = `credentials: { scheme: bearer, format: "sk_test_{{alphanumeric 24}}" }`;
    await using one = await startWith(createTicket, top);
    await using other = await startWith(createTicket, top);

    expect(one.credentials.first["token"]).toMatch(/^sk_test_[A-Za-z0-9]{24}$/);
    expect(one.credentials.second["token"]).not.toBe(one.credentials.first["token"]);
    expect(one.credentials.first["account"]).not.toBe(one.credentials.second["account"]);
    expect(one.credentials).toEqual(other.credentials);
  });

  it("issues lower-case base32 where the contract says so", async () => {
    await using provider = await startWith(
      createTicket,
      `credentials: { scheme: bearer, format: "sk_{{base32 27}}" }`,
    );

    expect(provider.credentials.first["token"]).toMatch(/^sk_[a-z2-7]{27}$/);
  });

  it("refuses in the provider's words what it did not issue", async () => {
    await using provider = await startWith(
      createTicket,
      `
provider: { name: T, docs: https://t.example, refusals: { unauthorized: { status: 401, body: { type: auth } } } }
credentials: { scheme: bearer }`,
    );

    const reply = await call(provider, "POST", "/tickets", {
      body: {},
      headers: { Authorization: "Bearer other" },
    });

    expect(reply).toMatchObject({ status: 401, body: { type: "auth" } });
    expect(entriesOf(provider, "request-refused")).toMatchObject([
      { refusal: "unauthorized", reason: "The credential is missing or was not issued by this provider." },
    ]);
    expect(provider.effects()).toEqual([]);
  });

  it("knows the account by the credential", async () => {
    await using provider = await startWith(createTicket, "credentials: { scheme: bearer }");

    await call(provider, "POST", "/tickets", { body: {} });
    await call(provider, "POST", "/tickets", { body: {}, as: "second" });

    expect(provider.effects().map(({ account }) => account)).toEqual([
      provider.credentials.first["account"],
      provider.credentials.second["account"],
    ]);
  });

  it("takes basic credentials", async () => {
    await using provider = await startWith(createTicket, "credentials: { scheme: basic }");
    const [username, password] = [issued(provider, "username"), issued(provider, "password")];
    const basic = (text: string): Record<string, string> => ({
      Authorization: `Basic ${Buffer.from(text).toString("base64")}`,
    });

    expect(await postWith(provider, basic(`${username}:${password}`))).toBe(201);
    expect(await postWith(provider, basic(`${username}:wrong`))).toBe(401);
  });

  it("takes any of the places and prefixes that the contract accepts, and masks them", async () => {
    await using provider = await startWith(
      createTicket,
      `
credentials:
  scheme: bearer
  accepts:
    - { in: header, name: Authorization, prefix: ["Bearer ", "token "] }
    - { in: query, name: key }`,
    );
    const token = issued(provider, "token");

    const statuses = [
      await postWith(provider, { Authorization: `token ${token}` }),
      await postWith(provider, { Authorization: `bearer ${token}` }),
      await postWith(provider, { Authorization: `Basic ${token}` }, `/tickets?key=${token}`),
      await postWith(provider, { Authorization: `Basic ${token}` }),
    ];

    expect(statuses).toEqual([201, 201, 201, 401]);
    expect(entriesOf(provider, "request-received")[2]).toMatchObject({
      query: { key: "[masked]" },
      headers: { authorization: "Basic [masked]" },
    });
    expect(JSON.stringify(provider.journal.entries())).not.toContain(token);
  });

  it("takes a pair of headers only together", async () => {
    await using provider = await startWith(
      createTicket,
      `
credentials:
  scheme: header
  accepts: [{ in: header, name: X-Client-Id }, { in: header, name: X-Secret }]
  parts: [clientId, secret]`,
    );
    const [id, secret] = [issued(provider, "clientId"), issued(provider, "secret")];

    expect(await postWith(provider, { "X-Client-Id": id, "X-Secret": secret })).toBe(201);
    expect(await postWith(provider, { "X-Client-Id": id })).toBe(401);
  });

  it("compares the account that a header names", async () => {
    await using provider = await startWith(
      createTicket,
      "credentials: { scheme: bearer, account: { in: header, name: X-Tenant } }",
    );
    const [first, second] = [issued(provider, "account"), issued(provider, "account", "second")];

    expect(await postWith(provider, { "X-Tenant": first })).toBe(201);
    expect(await postWith(provider, { "X-Tenant": second })).toBe(401);
    expect(await postWith(provider, {})).toBe(401);
    expect(entriesOf(provider, "request-refused").map(({ reason }) => reason)).toEqual([
      `The credential does not belong to the account '${second}'.`,
      "The header X-Tenant is missing.",
    ]);
  });

  it("is an access token of oauth2 that was issued before", async () => {
    await using provider = await startWith(
      createTicket,
      "credentials: { scheme: oauth2, token: { url: /oauth/token } }",
    );
    const token = issued(provider, "accessToken");

    expect(await postWith(provider, { Authorization: `Bearer ${token}` })).toBe(201);
    expect(await postWith(provider, { Authorization: "Bearer another" })).toBe(401);
  });

  it("names the account in the path as the example does", async () => {
    await using provider = await startWith(
      `
createTicket:
  request: { method: POST, path: "/{sid}/tickets", body: json, example: { path: { sid: AC1 } } }
  answer: { status: 201, headers: { X-Id: "{{effect.id}}" }, receipt: { in: header, name: X-Id } }
`,
      "credentials: { scheme: bearer, account: { in: path, name: sid } }",
    );

    expect(provider.credentials.first["account"]).toBe("AC1");
    expect(await postWith(provider, {}, "/AC1/tickets")).toBe(201);
    expect(await postWith(provider, {}, "/AC9/tickets")).toBe(401);
  });

  it("lets everybody in where the contract asks for nothing", async () => {
    await using provider = await startWith(createTicket, "credentials: { scheme: none }");

    expect(await postWith(provider, {})).toBe(201);
    expect(Object.keys(provider.credentials.first)).toEqual(["account"]);
  });

  it("does not let a secret reappear in ids, after a reset either", async () => {
    await using provider = await startWith(
      createTicket.replace("tkt_{{sequence}}", "{{alphanumeric 24}}"),
      `credentials: { scheme: bearer, format: "{{alphanumeric 24}}" }`,
    );

    provider.reset();
    await call(provider, "POST", "/tickets", { body: {} });

    expect(provider.effects()[0]?.id).not.toBe(provider.credentials.first["token"]);
  });
});
