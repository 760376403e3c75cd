import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import type { Contract, Operation } from "../../src/contract/model.js";

function good(name: string): Contract {
  return loadContract(readFileSync(new URL(`good/${name}.yaml`, import.meta.url), "utf8"), `${name}.yaml`);
}

function minimal(change: (text: string) => string = (text) => text): Operation {
  const { source } = good("minimal");
  const [operation] = loadContract(change(source), "minimal.yaml").operations;
  if (operation === undefined) throw new Error("no operation");
  return operation;
}

describe("a contract", () => {
  test("without credentials needs none", () => {
    const { credentials } = loadContract(good("webhooks").source, "w.yaml");

    expect(credentials).toMatchObject({ scheme: "none", accepts: [], parts: [] });
  });

  test.each([
    ["bearer", [{ in: "header", name: "Authorization", prefix: ["Bearer "] }], ["token"]],
    ["basic", [{ in: "header", name: "Authorization", prefix: ["Basic "] }], ["username", "password"]],
  ])("with %s credentials has their usual place and parts", (scheme, accepts, parts) => {
    const { source } = good("minimal");

    const { credentials } = loadContract(source.replace("scheme: bearer", `scheme: ${scheme}`), "m.yaml");

    expect(credentials).toMatchObject({ scheme, accepts, parts, account: { in: "credential" } });
  });

  test("has complete refusals, its own words where it has some", () => {
    const { refusals } = good("everything").provider;

    expect(refusals.unauthorized.body).toEqual({ error: { type: "auth", message: "Invalid token" } });
    expect(refusals.gateway).toEqual({
      status: 502,
      headers: { "Content-Type": "text/html" },
      body: "<html>Bad gateway</html>",
    });
    expect(good("minimal").provider.refusals.invalid).toEqual({
      status: 400,
      headers: {},
      body: { error: { message: "{{reason}}" } },
    });
  });

  test("has its webhooks with durations in milliseconds", () => {
    expect(good("webhooks").webhooks).toMatchObject({
      method: "POST",
      kind: { in: "body", at: "/type" },
      unknownKind: { promised: "acknowledge", enacted: "acknowledge" },
      identity: { in: "body", at: "/id", format: "evt-{{alphanumeric 12}}" },
      fingerprint: { promised: "body", enacted: "body" },
      delivery: { in: "header", at: "X-Delivery-Id", changesOnRedelivery: true },
      order: { per: "/ticket/id", age: "/created" },
      batch: null,
      result: "/result",
      signature: {
        scheme: "hmac",
        header: "X-Signature",
        timestamp: { in: "header", at: "X-Timestamp", unit: "s" },
        tolerance: { past: { promised: 300_000 }, future: { promised: "unchecked" } },
        secrets: { several: "joined", separator: " " },
      },
      acknowledge: { success: ["2xx"], withinMs: { promised: 10_000, enacted: 10_000 } },
      redelivery: {
        final: [410],
        scheduleMs: { promised: [0, 60_000, 300_000, 3_600_000] },
        forMs: { promised: 259_200_000 },
        resigned: { promised: true },
      },
      bodyBytes: 8192,
      source: { bound: "credential", named: "/account" },
    });
  });

  test.each([
    ["stripe", { past: { promised: 300_000 }, future: { promised: "unchecked" } }],
    ["github", { past: { promised: "unchecked" }, future: { promised: "unchecked" } }],
    ["standard-webhooks", { past: { promised: 300_000 }, future: { promised: 300_000 } }],
    ["linear", { past: { promised: 60_000 }, future: { promised: 60_000 } }],
  ])("takes the tolerance of %s from the provider's library", (scheme, tolerance) => {
    const text = good("webhooks").source.replace(
      / {4}scheme: hmac\n(?: {4}.*\n)+/,
      `    scheme: ${scheme}\n`,
    );

    expect(loadContract(text, "w.yaml").webhooks?.signature).toMatchObject({ scheme, tolerance });
  });

  test("enacts what is assumed of a forgotten failure, and promises the careful reading", () => {
    const [operation] = loadContract(
      good("everything").source.replace(
        /unremembered: .*/,
        "unremembered: { value: undocumented, assume: guarded }",
      ),
      "assumed.yaml",
    ).operations;

    expect(operation?.idempotency?.unremembered).toEqual({ promised: "runsAgain", enacted: "guarded" });
  });

  test("promises nothing of its webhooks that is not said", () => {
    const text = `threeworlds: 1
provider: { name: Silent }
webhooks:
  events: { pushed: {} }
  signature: { scheme: stripe, tolerance: { past: undocumented } }
  redelivery: { when: [5xx] }
`;

    const { webhooks } = loadContract(text, "silent.yaml");

    expect(webhooks).toMatchObject({
      identity: null,
      delivery: null,
      order: null,
      unknownKind: { promised: null, enacted: "acknowledge" },
      fingerprint: { promised: null, enacted: "none" },
      signature: { tolerance: { past: { promised: null, enacted: 300_000 } } },
      acknowledge: { withinMs: { promised: null, enacted: 10_000 } },
      redelivery: { forMs: { promised: null, enacted: null }, resigned: { promised: null, enacted: true } },
    });
  });

  test("speaks Standard Webhooks under the names of Svix where its ids do", () => {
    const text = good("webhooks")
      .source.replace(/ {4}scheme: hmac\n(?: {4}.*\n)+/, "    scheme: standard-webhooks\n")
      .replace("in: body, pointer: /id,", "in: header, name: svix-id,");

    expect(loadContract(text, "w.yaml").webhooks?.signature).toMatchObject({
      header: "svix-signature",
      timestamp: { at: "svix-timestamp" },
    });
  });
});

describe("an operation", () => {
  test("keeps its path as it is written", () => {
    expect(good("everything").operations[0]?.request.path).toBe("/v1/{account}/tickets{.json}");
  });

  test("is a POST with a JSON body unless it says otherwise; a lookup is a GET without one", () => {
    const { request, lookups } = minimal();

    expect([request.method, request.body]).toEqual(["POST", ["json"]]);
    expect([lookups[0]?.request.method, lookups[0]?.request.body]).toEqual(["GET", ["none"]]);
  });

  test("refuses a mismatch with 422 and a key in flight with 409, which nobody promised", () => {
    const { idempotency } = minimal();

    expect(idempotency?.mismatch).toMatchObject({ promised: null, enacted: { status: 422 } });
    expect(idempotency?.inFlight).toMatchObject({ promised: null, enacted: { status: 409 } });
  });

  test("with a partial answer to a mismatch keeps its status and has an empty body", () => {
    const { idempotency } = minimal((text) =>
      text.replace("      remembers", "      mismatch: { status: 400 }\n      remembers"),
    );

    expect(idempotency?.mismatch.promised).toEqual({ status: 400, headers: {} });
  });

  test.each([
    ["24h", { is: "floor", forMs: 86_400_000 }],
    ["{ for: 6m, is: exact }", { is: "exact", forMs: 360_000 }],
    ["{ is: permanent }", { is: "permanent", forMs: null }],
    ["{ is: unpublished, assume: 2h }", { is: "unpublished", forMs: 7_200_000 }],
    ["undocumented", { is: "unpublished", forMs: 86_400_000 }],
    ["{ for: undocumented, is: floor, assume: 1h }", { is: "unpublished", forMs: 3_600_000 }],
  ])("reads a retention of %s", (written, retention) => {
    const { idempotency } = minimal((text) => text.replace("{ for: 24h, is: floor }", written));

    expect(idempotency?.retention).toEqual({ ...retention, from: "firstRequest" });
  });

  test("returns from lookups what it answered, unless it has another representation", () => {
    expect(minimal().effect.representation).toEqual({
      id: "{{effect.id}}",
      subject: "{{request.body.subject}}",
    });
    expect(good("everything").operations[0]?.effect.representation).toHaveProperty("external_id");
  });

  test("is not found with a 404 in the provider's words", () => {
    expect(minimal().lookups[0]?.absent).toEqual({
      status: 404,
      headers: {},
      body: { error: { message: "Not found." } },
    });
  });

  test("names an error by its status when it has no name, and its waits in order", () => {
    const [rateLimited, outage] = good("everything").operations[0]?.errors ?? [];

    expect(outage?.name).toBe("outage");
    expect(rateLimited?.after).toEqual([
      { header: "Retry-After", formats: ["seconds", "httpDate"] },
      { header: "x-ratelimit-reset", formats: ["epochSeconds"] },
      { fixedMs: 30_000 },
    ]);
    const unnamed = minimal((text) => `${text}    errors: [{ status: 503, effect: maybe, next: hold }]\n`);
    expect(unnamed.errors[0]?.name).toBe("503");
  });

  test("says with which of its items a list is asked for the next page", () => {
    const { operations } = loadContract(
      readFileSync(new URL("../../contracts/stripe.yaml", import.meta.url), "utf8"),
      "stripe.yaml",
    );

    expect(operations[1]?.lookups[1]?.pages).toEqual({
      style: "cursor",
      size: 100,
      next: "/has_more",
      parameter: "starting_after",
      lastItem: "/id",
      sizeParameter: "limit",
    });
  });

  test("that is acknowledged says how its outcome becomes known", () => {
    const [operation] = good("acknowledged").operations;

    expect(operation?.answer).toMatchObject({
      is: "acknowledgement",
      ticket: { in: "body", at: "/job/id" },
      outcome: { by: "poll", at: "/status", succeeded: ["done"], takesMs: 2000, receipt: "/result/id" },
    });
  });

  test("whose person never comes in has none", () => {
    expect(minimal((text) => `${text}    humanReconciliation: never\n`).humanReconciliation).toBeNull();
  });
});

describe("OAuth", () => {
  const withCredentials = (credentials: string): Contract["credentials"] =>
    loadContract(good("minimal").source.replace(/^credentials:.*$/m, `credentials: ${credentials}`), "m.yaml")
      .credentials;

  test("says what is promised of tokens, and assumes the rest", () => {
    const { parts, oauth } = withCredentials(
      "{ scheme: oauth2, token: { url: /token, lifetime: 30m }, refresh: { rotates: true, graceForLostAnswer: 1m } }",
    );

    expect(parts).toEqual(["accessToken"]);
    expect(oauth).toMatchObject({
      tokenUrl: "/token",
      lifetimeMs: { promised: 1_800_000, enacted: 1_800_000 },
      clientAuth: { promised: null, enacted: "basic" },
      refresh: {
        rotates: { promised: true, enacted: true },
        invalidates: { promised: null, enacted: ["refreshToken"] },
        graceMs: { promised: 60_000, enacted: 60_000 },
        reuse: { promised: null, enacted: "refused" },
      },
      checkedBefore: { promised: null, enacted: "commit" },
    });
  });

  test("refuses an expired token as any other that it does not know, unless the contract has words for it", () => {
    const plain = withCredentials("{ scheme: oauth2, token: { url: /token } }");
    const worded = withCredentials(
      "{ scheme: oauth2, token: { url: /token }, expired: { body: { error: old }, checkedBefore: key } }",
    );

    expect(plain.oauth?.expired).toMatchObject({
      status: 401,
      body: { error: { message: "Invalid credentials." } },
    });
    expect(worded.oauth?.expired).toEqual({ status: 401, headers: {}, body: { error: "old" } });
    expect(worded.oauth?.checkedBefore.promised).toBe("key");
  });

  test("promises nothing where the documentation is silent", () => {
    const { oauth } = withCredentials(
      "{ scheme: oauth2, token: { url: /token }, refresh: { rotates: { value: undocumented, assume: true }, reuse: undocumented } }",
    );

    expect(oauth?.refresh.rotates).toEqual({ promised: null, enacted: true });
    expect(oauth?.refresh.reuse).toEqual({ promised: null, enacted: "refused" });
  });

  test("is no matter of other schemes", () => {
    expect(withCredentials("{ scheme: bearer }").oauth).toBeNull();
  });
});
