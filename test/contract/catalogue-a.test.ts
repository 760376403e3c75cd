import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { textOf } from "../../mock-provider/values.js";
import { lintContract } from "../../src/contract/lint.js";
import { readContract } from "../../src/contract/load.js";
import type { Contract, Lookup, Operation } from "../../src/contract/model.js";
import type { Json } from "../../src/core/json.js";
import { getAt, setAt } from "../../src/core/pointer.js";
import { fillTemplate } from "../../src/core/template.js";

const businessKey = "order-4711";

/** A key that each provider takes, by what is peculiar to it. */
const keys: Record<string, string> = {
  wise: "0b5e6b5a-4f3c-4d1e-9a53-6c6a5a6f6d01",
  "idempotency-key-draft": '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
};

/** What a repeat is answered: the same success, another status, or a refusal that names the first effect. */
const cases: { id: string; first: number; repeat: number | null }[] = [
  { id: "adyen", first: 200, repeat: 200 },
  { id: "checkout-com", first: 201, repeat: 201 },
  { id: "github-issues", first: 201, repeat: null },
  { id: "gocardless", first: 201, repeat: 409 },
  { id: "idempotency-key-draft", first: 201, repeat: 201 },
  { id: "jira-cloud", first: 201, repeat: null },
  { id: "mollie", first: 201, repeat: 201 },
  { id: "paypal-orders", first: 201, repeat: 200 },
  { id: "paypal-payouts", first: 201, repeat: 400 },
  { id: "razorpay", first: 200, repeat: null },
  { id: "resend", first: 200, repeat: 200 },
  { id: "sendgrid", first: 202, repeat: null },
  { id: "slack", first: 200, repeat: null },
  { id: "square", first: 200, repeat: 200 },
  { id: "wise", first: 200, repeat: 200 },
  { id: "zendesk", first: 201, repeat: 201 },
];

let provider: Provider | null = null;

afterEach(async () => {
  await provider?.close();
  provider = null;
});

describe("contracts of the catalogue, enacted as their own examples ask", () => {
  test.each(cases)("$id: creates, answers a repeat as stated, and finds what it made", async (expected) => {
    const contract = await read(expected.id);
    const [operation] = contract.operations;
    if (operation === undefined) throw new Error("no operation");
    const running = await start(contract);

    const first = await perform(running, contract, operation);
    const again = await perform(running, contract, operation);

    expect(first.status).toBe(expected.first);
    const effects = committed(running);
    expect(effects.length).toBe(expected.repeat === null ? 2 : 1);
    expect(again.status).toBe(expected.repeat ?? expected.first);
    const [effect] = effects;
    const original = operation.idempotency?.replay.original ?? null;
    if (original?.in === "body" && expected.repeat !== null && expected.repeat >= 400) {
      expect(textOf(getAt(again.body, original.pointer))).toContain(effect);
    } else if (expected.repeat === expected.first && operation.idempotency?.replay.gives === "storedAnswer") {
      expect(again.body).toEqual(first.body);
    }
    running.clock.advance(7 * 60_000);
    for (const lookup of operation.lookups) {
      const found = await look(running, contract, operation, { lookup, id: effect ?? "" });
      expect(found.status, found.url).toBe(200);
      expect(JSON.stringify(found.body), found.url).toContain(effect);
    }
  });

  test.each(cases)("$id: every further operation works as its example asks", async ({ id }) => {
    const contract = await read(id);
    const running = await start(contract);

    for (const operation of contract.operations.slice(1)) {
      const answer = await perform(running, contract, operation);
      expect(answer.status, operation.name).toBe(operation.answer.status);
    }
  });

  test.each(cases)("$id: lints without errors and says how sure it is", async ({ id }) => {
    const contract = await read(id);
    const findings = lintContract(contract, { today: "2026-11-30" });

    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(contract.facts.filter(({ basis }) => basis === "undocumented").length).toBeGreaterThan(0);
    expect(
      contract.facts.filter(
        ({ basis, source, pointer }) =>
          basis === "documented" && source === null && pointer.startsWith("/operations"),
      ),
    ).toEqual([]);
  });
});

function read(id: string): Promise<Contract> {
  return readContract(fileURLToPath(new URL(`../../contracts/${id}.yaml`, import.meta.url)));
}

async function start(contract: Contract): Promise<Provider> {
  provider = await startProvider(contract, { seed: 11, startAt: Date.parse("2026-11-30T12:00:00.000Z") });
  return provider;
}

function committed(running: Provider): string[] {
  return running.journal
    .entries()
    .flatMap((entry) => (entry.kind === "effect-committed" ? [entry.effect.id] : []));
}

interface Reply {
  status: number;
  body: Json;
  url: string;
}

async function perform(running: Provider, contract: Contract, operation: Operation): Promise<Reply> {
  const { request, idempotency } = operation;
  const fill = (value: Json): Json =>
    fillTemplate(value, (name) => (name === "businessKey" ? businessKey : undefined)) ?? null;
  let body = fill(request.example.body);
  const headers: Record<string, string> = { ...request.example.headers };
  const key = keys[contract.id] ?? "key-4711-abcdef";
  if (idempotency?.key.in === "header") headers[idempotency.key.name] = key;
  if (idempotency?.key.in === "body" && getAt(body, idempotency.key.name) === undefined) {
    body = setAt(body, idempotency.key.name, key);
  }
  const path = withPath(request.path, request.example.path);
  return send(running, contract, {
    method: request.method,
    path,
    query: request.example.query,
    headers,
    body,
  });
}

function look(
  running: Provider,
  contract: Contract,
  { request: made }: Operation,
  { lookup, id }: { lookup: Lookup; id: string },
): Promise<Reply> {
  const reference =
    textOf(fillTemplate(getAt(made.example.body, made.reference ?? "") ?? "", () => businessKey)) ?? "";
  const names = (name: string): Json | undefined => {
    if (name === "reference") return reference;
    if (name === "effect.id") return id;
    const [, part, at = ""] = /^request\.(body|path)\.(.+)$/.exec(name) ?? [];
    return part === "path" ? made.example.path[at] : getAt(made.example.body, `/${at.replaceAll(".", "/")}`);
  };
  const query = Object.fromEntries(
    Object.entries(lookup.request.query).map(([name, value]) => [
      name,
      textOf(fillTemplate(value, names)) ?? "",
    ]),
  );
  const path = withPath(lookup.request.path, { ...made.example.path, id });
  return send(running, contract, { method: lookup.request.method, path, query, headers: {}, body: null });
}

function withPath(path: string, values: Record<string, string>): string {
  return path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => values[name] ?? "");
}

async function send(
  running: Provider,
  contract: Contract,
  asked: {
    method: string;
    path: string;
    query: Record<string, string>;
    headers: Record<string, string>;
    body: Json;
  },
): Promise<Reply> {
  const { scheme, parts, accepts } = contract.credentials;
  const issued = parts.map((part) => textOf(running.credentials.first[part]) ?? "");
  const secret = scheme === "basic" ? Buffer.from(issued.join(":")).toString("base64") : (issued[0] ?? "");
  const [place] = accepts;
  const query = new URLSearchParams(asked.query).toString();
  const url = `${running.baseUrl}${asked.path}${query === "" ? "" : `?${query}`}`;
  const response = await fetch(url, {
    method: asked.method,
    headers: {
      ...(asked.body === null ? {} : { "Content-Type": "application/json" }),
      ...asked.headers,
      ...(place === undefined ? {} : { [place.name]: `${place.prefix[0] ?? ""}${secret}` }),
    },
    ...(asked.body === null ? {} : { body: JSON.stringify(asked.body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as Json), url };
}
