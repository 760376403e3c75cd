import { createClient, type ZendeskClient } from "node-zendesk";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const ticket = {
  subject: "Printer on fire",
  comment: { body: "Third floor, next to the lift." },
  external_id: "order-17",
};

function clientOf(mock: Mock, options: { token?: string; customHeaders?: object } = {}): ZendeskClient {
  return createClient({
    endpointUri: `${mock.url}/api/v2`,
    oauth: true,
    token: mock.credential(),
    throwOriginalException: true,
    ...options,
  });
}

describe("node-zendesk", () => {
  test("opens a ticket and reads it again", async () => {
    await using mock = await startMock("zendesk");
    const zendesk = clientOf(mock);

    const created = await zendesk.tickets.create({ ticket });
    const { id } = created.result;
    const read = await zendesk.tickets.show(id);

    expect(mock.ids()).toEqual([String(id)]);
    expect(read.result).toMatchObject({ id, subject: "Printer on fire", external_id: "order-17" });
    expect(mock.strays()).toEqual([]);
  });

  test("finds a ticket by its external id", async () => {
    await using mock = await startMock("zendesk");
    const zendesk = clientOf(mock);
    for (const external_id of ["order-1", "order-2"]) {
      await zendesk.tickets.create({ ticket: { ...ticket, external_id } });
    }

    const found = await zendesk.tickets.listWithFilter("external_id", "order-2");

    expect(found).toMatchObject([{ external_id: "order-2" }]);
    expect(mock.strays()).toEqual([]);
  });

  test("opens one ticket for two calls of a client with one key", async () => {
    await using mock = await startMock("zendesk");
    const zendesk = clientOf(mock, { customHeaders: { "Idempotency-Key": "order-17" } });

    const first = await zendesk.tickets.create({ ticket });
    const second = await zendesk.tickets.create({ ticket });

    expect(second.result.id).toBe(first.result.id);
    expect(mock.ids()).toEqual([String(first.result.id)]);
  });

  test("hands refusals on as an Error with a status code, and a rate limit as a result", async () => {
    await using mock = await startMock("zendesk");
    const zendesk = clientOf(mock);

    const stranger = clientOf(mock, { token: "nobody" }).tickets.create({ ticket });
    await expect(stranger).rejects.toThrow("Zendesk Error (401): Not Authorized");
    await expect(stranger).rejects.toMatchObject({
      statusCode: 401,
      result: { error: "Couldn't authenticate you" },
    });

    mock.failOnce("createTicket", "recordInvalid");
    await expect(zendesk.tickets.create({ ticket })).rejects.toMatchObject({
      statusCode: 422,
      result: { error: "RecordInvalid" },
    });

    // An answer with Retry-After is no failure to this client: it resolves, and the result is the Error.
    mock.failOnce("createTicket", "rateLimited");
    const limited = await zendesk.tickets.create({ ticket });
    expect(limited.result).toBeInstanceOf(Error);
    expect(limited.result).toMatchObject({ statusCode: 429 });
    expect(mock.effects()).toEqual([]);
  });
});
