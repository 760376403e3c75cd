import { auth, calendar, type calendar_v3 } from "@googleapis/calendar";
import { GaxiosError } from "gaxios";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const calendarId = "primary";
const event = {
  summary: "Delivery",
  start: { dateTime: "2026-12-01T12:00:00Z" },
  end: { dateTime: "2026-12-01T14:00:00Z" },
  extendedProperties: { private: { orderId: "order-17" } },
};

function clientOf(mock: Mock, token = mock.credential()): calendar_v3.Calendar {
  const client = new auth.OAuth2();
  client.setCredentials({ access_token: token });
  return calendar({ version: "v3", auth: client, rootUrl: `${mock.url}/` });
}

describe("@googleapis/calendar", () => {
  test("inserts an event and reads it again by id and by property", async () => {
    await using mock = await startMock("google-calendar");
    const { events } = clientOf(mock);

    const inserted = await events.insert({ calendarId, requestBody: event });
    const eventId = inserted.data.id ?? "";
    const read = await events.get({ calendarId, eventId });
    const found = await events.list({ calendarId, privateExtendedProperty: ["orderId=order-17"] });

    expect(mock.ids()).toEqual([eventId]);
    expect(read.data).toMatchObject({ id: eventId, summary: "Delivery", status: "confirmed" });
    expect(found.data.items?.map(({ id }) => id)).toEqual([eventId]);
    expect(mock.strays()).toEqual([]);
  });

  test("is refused a second event with the id it chose", async () => {
    await using mock = await startMock("google-calendar");
    const { events } = clientOf(mock);
    const requestBody = { ...event, id: "order00017" };

    const first = await events.insert({ calendarId, requestBody });
    const second = events.insert({ calendarId, requestBody });

    await expect(second).rejects.toBeInstanceOf(GaxiosError);
    await expect(second).rejects.toMatchObject(refusal(409, "duplicate"));
    expect(first.data.id).toBe("order00017");
    expect(mock.ids()).toEqual(["order00017"]);
  });

  test("hands refusals on as GaxiosError", async () => {
    await using mock = await startMock("google-calendar");

    const stranger = clientOf(mock, "ya29.nobody").events.insert({ calendarId, requestBody: event });
    await expect(stranger).rejects.toBeInstanceOf(GaxiosError);
    await expect(stranger).rejects.toMatchObject(refusal(401, "authError"));

    mock.failOnce("insertEvent", "rateLimitExceeded");
    const limited = clientOf(mock).events.insert({ calendarId, requestBody: event });
    await expect(limited).rejects.toBeInstanceOf(GaxiosError);
    await expect(limited).rejects.toMatchObject(refusal(403, "rateLimitExceeded"));
    expect(mock.effects()).toEqual([]);
  });
});

/** The error carries the answer as it came. */
function refusal(status: number, reason: string): object {
  return { status, response: { data: { error: { errors: [{ reason }] } } } };
}
