import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Armory } from "../../mock-provider/control/armory.js";
import { startControl, type Control } from "../../mock-provider/control/start.js";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { sampleContract } from "../contracts/sample-contracts.js";
import { entriesOf } from "./world.js";

const faults = new Map();
let provider: Provider;
let control: Control;

beforeAll(async () => {
  provider = await startProvider(sampleContract("oauth-rotating"));
  control = await startControl(
    { provider, armory: new Armory(provider), faults, name: "Tickets" },
    { token: "t" },
  );
});

afterAll(async () => {
  await control.close();
  await provider.close();
});

async function expire(body: object): Promise<{ status: number; text: string }> {
  const headers = { Authorization: "Bearer t" };
  const response = await fetch(`${control.url}/expire`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

describe("the control API of a provider with tokens", () => {
  it("expires the access token of an account, or revokes all that it has", async () => {
    const statuses = [await expire({}), await expire({ account: "second", revoked: true })];

    expect(statuses.map(({ status }) => status)).toEqual([204, 204]);
    expect(entriesOf(provider, "credential-ended")).toMatchObject([
      { credential: "credential 1", why: "expired" },
      { credential: "credential 3", why: "revoked" },
      { credential: "credential 4", why: "revoked" },
    ]);
  });

  it.each([
    [{ account: "third" }, "'account': expected first or second, got \"third\"."],
    [{ revoked: 1 }, "'revoked': expected true or false, got 1."],
  ])("refuses %j", async (body, message) => {
    const { status, text } = await expire(body);

    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error: { message } });
  });
});
