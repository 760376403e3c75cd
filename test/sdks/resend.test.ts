import { Resend } from "resend";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const mail = {
  from: "Shop <shop@example.com>",
  to: ["ada@example.com"],
  subject: "Your order 17",
  text: "Thank you.",
};

function clientOf(mock: Mock, key = mock.credential()): Resend {
  return new Resend(key, { baseUrl: mock.url });
}

describe("resend", () => {
  test("sends an e-mail and reads it again", async () => {
    await using mock = await startMock("resend");
    const resend = clientOf(mock);

    const sent = await resend.emails.send(mail);
    const id = sent.data?.id ?? "";
    mock.provider.clock.advance(60 * 1000);
    const read = await resend.emails.get(id);
    const listed = await resend.emails.list();

    expect(sent.error).toBeNull();
    expect(mock.ids()).toEqual([id]);
    expect(read.data).toMatchObject({ id, subject: "Your order 17", to: ["ada@example.com"] });
    expect(listed.data?.data.map((email) => email.id)).toEqual([id]);
    expect(mock.strays()).toEqual([]);
  });

  test("sends one e-mail for two calls with one key", async () => {
    await using mock = await startMock("resend");
    const resend = clientOf(mock);

    const first = await resend.emails.send(mail, { idempotencyKey: "order-17" });
    const second = await resend.emails.send(mail, { idempotencyKey: "order-17" });
    const changed = await resend.emails.send({ ...mail, text: "Thanks." }, { idempotencyKey: "order-17" });

    expect(second.data).toEqual(first.data);
    expect(changed.error).toMatchObject({ name: "invalid_idempotent_request", statusCode: 409 });
    expect(mock.ids()).toEqual([first.data?.id]);
  });

  test("hands refusals on as the error beside the data", async () => {
    await using mock = await startMock("resend");

    const stranger = await clientOf(mock, "re_nobody").emails.send(mail);
    mock.failOnce("sendEmail", "dailyQuotaExceeded");
    const limited = await clientOf(mock).emails.send(mail);

    expect(stranger).toMatchObject({ data: null, error: { name: "missing_api_key", statusCode: 401 } });
    expect(limited).toMatchObject({ data: null, error: { name: "daily_quota_exceeded", statusCode: 429 } });
    expect(mock.effects()).toEqual([]);
  });
});
