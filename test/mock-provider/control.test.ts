import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Armory } from "../../mock-provider/control/armory.js";
import { startControl, type Control } from "../../mock-provider/control/start.js";
import type { Fault } from "../../mock-provider/fault.js";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { readContract } from "../../src/contract/load.js";
import type { Entry } from "../../src/core/history.js";

const token = "a-token-for-the-test";
const faults = await loadCatalogue<Fault>("faults");
const contract = await readContract("test/contracts/keyed.yaml");

let provider: Provider;
let control: Control;

beforeAll(async () => {
  provider = await startProvider(contract, { faults, startAt: Date.parse("2026-11-30T12:00:00Z") });
  control = await startControl(
    { provider, armory: new Armory(provider), faults, name: "Keyed Tickets" },
    { token },
  );
});

afterAll(async () => {
  await control.close();
  await provider.close();
});

interface Answer {
  status: number;
  body: unknown;
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${control.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
}

async function createTicket(key: string): Promise<number> {
  const response = await fetch(`${provider.baseUrl}/v1/tickets`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${provider.credentials.first["token"] as string}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify({ subject: "Printer on fire", external_id: key }),
  });
  return response.status;
}

/** As fetch cannot: with any Host header. */
function statusWith(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${control.url}/`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

describe("the control API", () => {
  it("says what is served and which faults there are", async () => {
    const { status, body } = await call("GET", "/");

    expect(status).toBe(200);
    expect(body).toMatchObject({ provider: "Keyed Tickets", baseUrl: provider.baseUrl });
    expect((body as { faults: { id: string }[] }).faults.map(({ id }) => id)).toEqual([...faults.keys()]);
  });

  it.each([
    [{}, "A token is needed: send 'Authorization: Bearer TOKEN' with the token printed at the start."],
    [{ Authorization: "Bearer wrong" }, "This is not the token printed at the start."],
    [{ Authorization: `Basic ${token}` }, "A token is needed"],
  ])("lets nobody in without the token: %j", async (headers, message) => {
    const response = await fetch(`${control.url}/journal`, { headers });

    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      error: { code: "token", message: expect.stringContaining(message) as string },
    });
  });

  it("refuses a Host that is not this machine, as a rebound name would send it", async () => {
    const Authorization = `Bearer ${token}`;

    expect(await statusWith({ Authorization, Host: `evil.example:${control.port}` })).toBe(403);
    expect(await statusWith({ Authorization, Host: `localhost:${control.port}` })).toBe(200);
    expect(await statusWith({ Authorization, Host: `127.0.0.1.evil.example:${control.port}` })).toBe(403);
  });

  it("refuses pages of other sites, and lets its own in", async () => {
    const foreign = await call("GET", "/", undefined, { Origin: "https://evil.example" });

    expect(foreign).toEqual({
      status: 403,
      body: {
        error: {
          code: "origin",
          message: `Origin header: expected none or http://127.0.0.1:${control.port}, got 'https://evil.example'.`,
        },
      },
    });
    expect((await call("GET", "/", undefined, { Origin: "null" })).status).toBe(403);
    expect((await call("GET", "/", undefined, { Origin: control.url })).status).toBe(200);
  });

  it("arms, lists and disarms faults", async () => {
    const arming = { fault: "answer-with", at: "received", options: { status: 503 }, times: "untilDisarmed" };
    const armed = await call("POST", "/faults", arming);
    const { id } = armed.body as { id: number };

    expect(armed).toEqual({
      status: 201,
      body: {
        id,
        fault: "answer-with",
        at: "received",
        on: {},
        options: { status: 503 },
        times: "untilDisarmed",
        fired: 0,
      },
    });
    expect(await createTicket("armed-1")).toBe(503);
    expect((await call("GET", "/faults")).body).toMatchObject([{ id, fired: 1 }]);
    expect(await call("DELETE", `/faults/${id}`)).toEqual({ status: 204, body: null });
    expect((await call("GET", "/faults")).body).toEqual([]);
    expect(await createTicket("armed-2")).toBe(201);
    expect((await call("DELETE", `/faults/${id}`)).body).toEqual({
      error: { code: "unknown-arming", message: `No fault is armed under the number '${id}'.` },
    });
  });

  it.each([
    ["unknown-fault", { fault: "stal", at: "received" }, "unknown fault 'stal'. Did you mean 'stall'?"],
    [
      "bad-fault",
      { fault: "stall", at: "sent" },
      "arming, 'at': expected one of connect, received, admitted, committed, answered, got 'sent'.",
    ],
    [
      "bad-fault",
      { fault: "answer-with", at: "received", options: {} },
      "fault 'answer-with', option 'status': expected a whole number from 200 to 599, got nothing.",
    ],
    [
      "unknown-operation",
      { fault: "stall", at: "received", on: { operation: "createTickets" } },
      "unknown operation 'createTickets'. Did you mean 'createTicket'?",
    ],
    ["body", "{", "The body is not JSON: "],
    ["body", [], "The body: expected a JSON object, got another value."],
  ])("refuses to arm what is wrong: %s %j", async (code, body, message) => {
    const answer = await call("POST", "/faults", body);

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ error: { code, message: expect.stringContaining(message) as string } });
  });

  it("gives the journal, whole or after an entry, and the effects", async () => {
    await createTicket("journalled");

    const all = (await call("GET", "/journal")).body as Entry[];
    const last = all.at(-1)?.seq ?? 0;
    const effects = (await call("GET", "/effects")).body as { reference: string }[];

    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
    expect((await call("GET", `/journal?after=${last - 2}`)).body).toEqual(all.slice(-2));
    expect((await call("GET", "/journal?after=x")).body).toEqual({
      error: { code: "after", message: "Query parameter 'after': expected a whole number (a seq), got 'x'." },
    });
    expect(effects.map(({ reference }) => reference)).toContain("journalled");
  });

  it("streams the journal: what was, then what comes, one line each", async () => {
    const abort = new AbortController();
    const response = await fetch(`${control.url}/journal/stream`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    const seen: Entry[] = [];
    const reading = (async () => {
      let rest = "";
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        const lines = (rest + Buffer.from(chunk).toString("utf8")).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) seen.push(JSON.parse(line) as Entry);
        if (seen.some((entry) => entry.kind === "request-received" && entry.key === "streamed")) return;
      }
    })();
    expect(await createTicket("streamed")).toBe(201);
    await reading;
    abort.abort();

    expect(response.headers.get("content-type")).toBe("application/x-ndjson");
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
  });

  it("moves the clock up to the last year that every date type can hold, and no further", async () => {
    const stands = async (): Promise<number> =>
      ((await call("GET", "/clock")).body as { epochMs: number }).epochMs;
    const missing = async (): Promise<number> =>
      Math.floor((Date.UTC(9999, 11, 31) - (await stands())) / 86_400_000);
    while ((await missing()) > 36_500) await call("POST", "/clock", { advance: "36500d" });

    const beyond = await call("POST", "/clock", { advance: `${(await missing()) + 1}d` });
    const within = await call("POST", "/clock", { advance: `${await missing()}d` });

    expect(beyond).toMatchObject({ status: 400, body: { error: { code: "advance" } } });
    expect(JSON.stringify(beyond.body)).toContain("goes no further than 9999-12-31T00:00:00.000Z");
    expect(within.status).toBe(200);
    await call("POST", "/reset");
  });

  it("moves the clock", async () => {
    const before = (await call("GET", "/clock")).body as { epochMs: number };
    const after = (await call("POST", "/clock", { advance: "24h" })).body as { epochMs: number; now: string };

    expect(after.epochMs - before.epochMs).toBeGreaterThanOrEqual(86_400_000);
    expect(after.now).toMatch(/^2026-12-01T12:0/);
    for (const advance of ["soon", -1, "-1s", "40000d", undefined]) {
      expect(await call("POST", "/clock", { advance })).toMatchObject({
        status: 400,
        body: {
          error: {
            code: "advance",
            message: expect.stringContaining("expected a duration such as") as string,
          },
        },
      });
    }
  });

  it("expires no credentials that do not expire", async () => {
    expect(await call("POST", "/expire", {})).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "no-tokens",
          message: "The credentials of this contract do not expire: its scheme is not oauth2.",
        },
      },
    });
  });

  it("gives the credentials of both accounts", async () => {
    expect((await call("GET", "/credentials")).body).toEqual(provider.credentials);
  });

  it("names the routes there are when there is no such one", async () => {
    const { status, body } = await call("PATCH", "/faults");

    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: {
        code: "route",
        message: expect.stringContaining(
          "No such route: PATCH /faults. Known: GET /, GET /journal,",
        ) as string,
      },
    });
  });

  it("refuses a body without end", async () => {
    expect((await call("POST", "/faults", "x".repeat(1_100_000))).status).toBe(413);
  });

  it("forgets everything on reset", async () => {
    await call("POST", "/faults", { fault: "stall", at: "received" });
    expect((await call("POST", "/reset")).status).toBe(204);

    expect((await call("GET", "/effects")).body).toEqual([]);
    expect((await call("GET", "/faults")).body).toEqual([]);
    expect(await createTicket("after-reset")).toBe(201);
  });

  it("cannot be reached from the provider's port, by path or by header", async () => {
    const paths = [
      "/",
      "/journal",
      "/journal/stream",
      "/effects",
      "/faults",
      "/clock",
      "/credentials",
      "/expire",
      "/reset",
      "/_control/faults",
    ];
    const authorization = { Authorization: `Bearer ${token}` };
    for (const path of paths) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const response = await fetch(`${provider.baseUrl}${path}`, { method, headers: authorization });
        expect([401, 404]).toContain(response.status);
        expect(await response.text()).not.toContain("epochMs");
      }
    }
    const clock = provider.clock.now();
    const status = await fetch(`${provider.baseUrl}/v1/tickets`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${provider.credentials.first["token"] as string}`,
        "Content-Type": "application/json",
        "X-Threeworlds-Fault": "stall",
        "X-Fault": JSON.stringify({ fault: "stall", at: "received" }),
        "X-Control-Token": token,
        Host: `127.0.0.1:${control.port}`,
      },
      body: JSON.stringify({ subject: "no fault", external_id: "headers" }),
    }).then((response) => response.status);

    expect(status).toBe(201);
    expect(provider.clock.now() - clock).toBeLessThan(60_000);
    expect(
      provider.journal.entries().filter(({ kind }) => kind === "fault-armed" || kind === "clock-moved"),
    ).toEqual([]);
  });

  it("says so when its port is taken", async () => {
    const armory = new Armory(provider);

    await expect(
      startControl({ provider, armory, faults, name: "x" }, { port: control.port }),
    ).rejects.toMatchObject({
      code: "port",
      message: `control port ${control.port}: expected a free port, got one that is in use. Choose another with --control-port.`,
    });
  });
});
