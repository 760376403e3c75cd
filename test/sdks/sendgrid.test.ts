import client from "@sendgrid/client";
import { ResponseError } from "@sendgrid/helpers/classes/index.js";
import sendgrid from "@sendgrid/mail";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const mail = {
  to: "ada@example.com",
  from: "shop@example.com",
  subject: "Your order",
  text: "Thank you.",
  customArgs: { order_id: "order-17" },
};

function clientOf(mock: Mock, key = mock.credential()): typeof sendgrid {
  client.setApiKey(key);
  // The key resets the address, hence this order.
  client.setDefaultRequest("baseUrl", `${mock.url}/`);
  sendgrid.setClient(client);
  return sendgrid;
}

// SendGrid has nothing to read a mail by: the contract says `lookup: none`.
describe("@sendgrid/mail", () => {
  test("sends a mail and is told its id in a header", async () => {
    await using mock = await startMock("sendgrid");

    const [response] = await clientOf(mock).send(mail);

    expect(response.statusCode).toBe(202);
    expect(response.headers["x-message-id"]).toBe(mock.ids()[0]);
    expect(mock.effects()).toMatchObject([{ reference: "order-17", content: { subject: "Your order" } }]);
    expect(mock.strays()).toEqual([]);
  });

  test("hands refusals on as ResponseError", async () => {
    await using mock = await startMock("sendgrid");

    const stranger = clientOf(mock, "SG.nobody").send(mail);
    await expect(stranger).rejects.toBeInstanceOf(ResponseError);
    await expect(stranger).rejects.toMatchObject({
      code: 401,
      response: { body: { errors: [{ message: expect.stringContaining("authorization grant") as string }] } },
    });

    mock.failOnce("sendMail", "forbidden");
    const forbidden = clientOf(mock).send(mail);
    await expect(forbidden).rejects.toBeInstanceOf(ResponseError);
    await expect(forbidden).rejects.toMatchObject({ code: 403 });
    expect(mock.effects()).toEqual([]);
  });
});
