import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { readContract } from "../../src/contract/load.js";
import type { Json } from "../../src/core/json.js";

async function start(name: string): Promise<Provider> {
  return startProvider(
    await readContract(fileURLToPath(new URL(`../../contracts/${name}.yaml`, import.meta.url))),
  );
}

async function send(
  provider: Provider,
  path: string,
  body: Json,
): Promise<{ status: number; body: unknown }> {
  const { token, accessToken } = provider.credentials.first;
  const answer = await fetch(`http://127.0.0.1:${provider.port}${path}`, {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${(token ?? accessToken) as string}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const record = (order: string, amount: number): Json => ({
  performUpsert: { fieldsToMergeOn: ["Order"] },
  records: [{ fields: { Order: order, Amount: amount } }],
});

describe("an upsert by a natural key", () => {
  test("makes one effect, updates it, and says which of the two it did", async () => {
    await using provider = await start("salesforce");
    const path = "/services/data/v61.0/sobjects/Account/External_Id__c/42";

    const made = await send(provider, path, { Name: "Acme" });
    const same = await send(provider, path, { Name: "Acme" });
    const changed = await send(provider, path, { Name: "Acme Ltd" });

    expect([made.status, same.status, changed.status]).toEqual([201, 200, 200]);
    expect(made.body).toMatchObject({ created: true });
    expect(changed.body).toEqual({ ...(made.body as object), created: false });
    expect(same.body).toEqual(changed.body);
    expect(provider.effects().map(({ representation }) => representation)).toMatchObject([
      { Name: "Acme Ltd" },
    ]);
  });

  test("lets an older request overwrite a newer one", async () => {
    await using provider = await start("airtable");
    const path = "/v0/app8pqOLeka1Cglwg/Orders";

    await send(provider, path, record("a", 1));
    await send(provider, path, record("a", 2));
    await send(provider, path, record("a", 1));

    expect(provider.effects().map(({ representation }) => representation)).toMatchObject([
      { fields: { Order: "a", Amount: 1 } },
    ]);
  });

  test("keeps apart what merges on another value or stands in another table", async () => {
    await using provider = await start("airtable");

    await send(provider, "/v0/app8pqOLeka1Cglwg/Orders", record("a", 1));
    await send(provider, "/v0/app8pqOLeka1Cglwg/Orders", record("b", 1));
    await send(provider, "/v0/app8pqOLeka1Cglwg/Returns", record("a", 1));

    expect(provider.effects()).toHaveLength(3);
  });
});
