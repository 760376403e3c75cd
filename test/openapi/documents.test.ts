import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import type { Contract, Lookup, Operation } from "../../src/contract/model.js";
import { isObject, type Json } from "../../src/core/json.js";
import { getAt } from "../../src/core/pointer.js";
import { fillTemplate } from "../../src/core/template.js";
import { readOpenApi } from "../../src/openapi/document.js";
import { contractSkeleton } from "../../src/openapi/skeleton.js";
import { ask, pathOf, perform, textOf } from "./asking.js";
import { lintErrors } from "./document-text.js";

const real = {
  "dialogporten.json": [
    "v1ServiceOwnerDialogsCommandsCreateDialog",
    "v1ServiceOwnerDialogsCommandsFreezeFreezeDialog",
  ],
  "github-issues.json": ["issuesCreate", "issuesCreateComment"],
  "open-payments.yaml": ["createIncomingPayment", "createQuote"],
};

function skeletonOf(name: string, wanted: string[] = []): ReturnType<typeof contractSkeleton> {
  const file = fileURLToPath(new URL(`documents/${name}`, import.meta.url));
  return contractSkeleton(readOpenApi(readFileSync(file, "utf8"), name), wanted);
}

describe.each(Object.entries(real))("the contract made from %s", (name, creates) => {
  const chosen = name === "dialogporten.json" ? creates : [];
  const skeleton = skeletonOf(name, chosen);
  const { contract } = skeleton;

  it("has the operations that create, and lints without errors", () => {
    expect(contract.operations.map((operation) => operation.name)).toEqual(creates);
    expect(contract.operations.every(({ nature }) => nature === "creates")).toBe(true);
    expect(lintErrors(skeleton)).toEqual([]);
  });

  it("marks every fact that nobody has looked up, and each open question", () => {
    const bases = new Set(contract.facts.map(({ basis }) => basis));

    expect([...bases].sort()).toEqual(["assumed", "undocumented"]);
    expect(skeleton.questions).toBeGreaterThan(10);
    expect(skeleton.yaml.match(/# open question: /g)).toHaveLength(skeleton.questions);
  });

  it("is enacted at once: its own example gives a receipt that names an effect", async () => {
    await using provider = await startProvider(contract, { seed: 3 });

    for (const operation of contract.operations) {
      const answer = await perform(provider, contract, operation);

      expect([operation.name, answer.status]).toEqual([operation.name, operation.answer.status]);
      expect(provider.effects().at(-1)?.names).toContain(receiptIn(operation, answer));
    }
    expect(provider.effects()).toHaveLength(contract.operations.length);
  });

  it("finds what was made by each lookup it declares", async () => {
    await using provider = await startProvider(contract, { seed: 3 });

    for (const operation of contract.operations) {
      await perform(provider, contract, operation, "order-7");
      for (const lookup of operation.lookups) {
        expect(await find(provider, contract, operation, lookup)).toEqual(
          provider.effects().at(-1)?.representation,
        );
      }
    }
  });

  it("refuses a request without the declared credential", async () => {
    await using provider = await startProvider(contract, { seed: 3 });
    const [operation] = contract.operations;
    const path = pathOf(operation?.request.path ?? "", operation?.request.example.path ?? {});
    const answer = await fetch(`${provider.baseUrl}${path}`, { method: "POST", body: "{}" });

    expect(answer.status).toBe(contract.credentials.scheme === "none" ? 422 : 401);
  });
});

describe("what is made of a real document", () => {
  it("sees the idempotency key in a body and what the document says of a repeat", async () => {
    const { contract, yaml } = skeletonOf("dialogporten.json", ["*Create_Dialog"]);
    const [operation] = contract.operations;
    await using provider = await startProvider(contract, { seed: 3 });
    if (operation === undefined) throw new Error("no operation");

    const first = await perform(provider, contract, operation);
    const second = await perform(provider, contract, operation);

    expect(operation.idempotency?.key).toMatchObject({ in: "body", name: "/idempotentKey", required: false });
    expect(yaml).toContain("# The document says of 409: Dialog with IdempotentKey");
    expect(second.body).toBe(first.body);
    expect(provider.effects()).toHaveLength(1);
  });

  it("takes an issue's number for its receipt, since that is what its read is asked with", () => {
    const { contract } = skeletonOf("github-issues.json", ["issues/create"]);
    const [operation] = contract.operations;

    expect(operation?.answer.receipt).toMatchObject({ in: "body", at: "/number" });
    expect(operation?.lookups.map(({ by, request }) => [by, request.path])).toEqual([
      ["id", "/repos/{owner}/{repo}/issues/{id}"],
      ["scan", "/repos/{owner}/{repo}/issues"],
    ]);
  });

  it("reads ids that are URLs, and a list that insists on a filter", () => {
    const { contract } = skeletonOf("open-payments.yaml", ["create-incoming-payment"]);
    const [operation] = contract.operations;
    const list = operation?.lookups.find(({ by }) => by === "scan");

    expect(getAt(operation?.answer.body, "/id")).toBe("{{baseUrl}}/incoming-payments/{{effect.id}}");
    expect(operation?.request.reference).toBe("/metadata/externalRef");
    expect(list?.request.query).toEqual({ "wallet-address": "{{request.body.walletAddress}}" });
  });
});

function receiptIn(operation: Operation, answer: { headers: Headers; body: Json }): Json | undefined {
  const { receipt } = operation.answer;
  if (receipt === null) return undefined;
  const value = receipt.in === "body" ? getAt(answer.body, receipt.at) : answer.headers.get(receipt.at);
  return value === undefined || value === null ? undefined : textOf(value);
}

/** The one object that a lookup finds. */
async function find(
  provider: Provider,
  contract: Contract,
  operation: Operation,
  { by, request, object, items }: Lookup,
): Promise<Json | undefined> {
  const effect = provider.effects().at(-1);
  const resolve = (name: string): Json | undefined =>
    name === "reference"
      ? (effect?.reference ?? undefined)
      : getAt(effect?.content, name.replace("request.body.", "/"));
  const query = Object.entries(request.query).map(([name, value]) => [
    name,
    textOf(fillTemplate(value, resolve)),
  ]);
  const path = pathOf(request.path, { ...operation.request.example.path, id: effect?.id ?? "" });
  const answer = await ask(provider, contract, request.method, path, {
    query: Object.fromEntries(query) as Record<string, string>,
  });
  expect([operation.name, by, answer.status]).toEqual([operation.name, by, 200]);
  if (items === null) return getAt(answer.body, object ?? "");
  const found = getAt(answer.body, items);
  return Array.isArray(found) && isObject(found[0]) && found.length === 1 ? found[0] : undefined;
}
