import twilio from "twilio";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const message = { to: "+15558675310", from: "+15017122661", body: "Your parcel for order 17 is on its way." };

function clientOf(mock: Mock, secret = mock.credential("authToken")): twilio.Twilio {
  // An API key and its secret, hence the account beside them.
  const options = { accountSid: mock.credential("account"), autoRetry: false };
  const client = twilio(mock.credential("accountSid"), secret, options);
  client.api.baseUrl = mock.url;
  return client;
}

describe("twilio", () => {
  test("sends a message and reads it until it is delivered", async () => {
    await using mock = await startMock("twilio");
    const client = clientOf(mock);

    const sent = await client.messages.create(message);
    const pending = await client.messages(sent.sid).fetch();
    mock.provider.clock.advance(10 * 1000);
    const delivered = await client.messages(sent.sid).fetch();

    expect(mock.ids()).toEqual([sent.sid]);
    expect(sent).toMatchObject({ status: "queued", body: message.body, to: message.to });
    expect(pending.status).toBe("queued");
    expect(delivered).toMatchObject({ sid: sent.sid, status: "delivered" });
    expect(mock.strays()).toEqual([]);
  });

  test("reads the list of messages page by page", async () => {
    await using mock = await startMock("twilio");
    const client = clientOf(mock);
    for (const order of [1, 2, 3]) await client.messages.create({ ...message, body: `Order ${order}` });

    const listed = await client.messages.list({ pageSize: 1, limit: 10 });

    expect(listed.map(({ sid }) => sid).sort()).toEqual(mock.ids().sort());
    expect(mock.strays()).toEqual([]);
  });

  test("hands refusals on as RestException", async () => {
    await using mock = await startMock("twilio");

    const stranger = clientOf(mock, "nobody").messages.create(message);
    await expect(stranger).rejects.toBeInstanceOf(twilio.RestException);
    await expect(stranger).rejects.toMatchObject({ status: 401, code: 20003, message: "Authenticate" });

    mock.failOnce("createMessage", "queueFull");
    const refused = clientOf(mock).messages.create(message);
    await expect(refused).rejects.toBeInstanceOf(twilio.RestException);
    await expect(refused).rejects.toMatchObject({ status: 400, code: 21611 });
    expect(mock.effects()).toEqual([]);
  });
});
