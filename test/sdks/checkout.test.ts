import { Checkout } from "checkout-sdk-node";
import { AuthenticationError, ValidationError } from "checkout-sdk-node/dist/services/errors.js";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const payment = {
  source: { type: "token", token: "tok_ubfj2q76miwundwlk72vxt2i7q" },
  amount: 2000,
  currency: "GBP",
  reference: "order-17",
};

/** What the SDK's types leave open. */
interface Payment {
  id: string;
  status: string;
}

function clientOf(mock: Mock, key = mock.credential()): Checkout {
  return new Checkout(key, { host: mock.url });
}

describe("checkout-sdk-node", () => {
  test("requests a payment and reads it again by id and by reference", async () => {
    await using mock = await startMock("checkout-com");
    const checkout = clientOf(mock);

    const created = (await checkout.payments.request(payment)) as Payment;
    mock.provider.clock.advance(60 * 1000);
    const read = (await checkout.payments.get(created.id)) as Payment;
    const found = (await checkout.payments.getPaymentList({ reference: "order-17" })) as { data: Payment[] };

    expect(mock.ids()).toEqual([created.id]);
    expect(read).toMatchObject({ id: created.id, status: "Authorized", reference: "order-17" });
    expect(found.data.map(({ id }) => id)).toEqual([created.id]);
    expect(mock.strays()).toEqual([]);
  });

  test("makes one payment out of two calls with one key", async () => {
    await using mock = await startMock("checkout-com");
    const checkout = clientOf(mock);

    const first = (await checkout.payments.request(payment, "order-17")) as Payment;
    const second = (await checkout.payments.request(payment, "order-17")) as Payment;

    expect(second.id).toBe(first.id);
    expect(mock.ids()).toEqual([first.id]);
  });

  test("hands refusals on as its own classes of errors", async () => {
    await using mock = await startMock("checkout-com");

    const stranger = clientOf(mock, `${mock.credential().slice(0, -4)}aaaa`).payments.request(payment);
    await expect(stranger).rejects.toBeInstanceOf(AuthenticationError);
    await expect(stranger).rejects.toMatchObject({ http_code: 401 });

    mock.failOnce("requestPayment", "invalidRequest");
    const invalid = clientOf(mock).payments.request(payment);
    await expect(invalid).rejects.toBeInstanceOf(ValidationError);
    await expect(invalid).rejects.toMatchObject({
      http_code: 422,
      body: { error_type: "request_invalid", error_codes: ["token_invalid"] },
    });
    expect(mock.effects()).toEqual([]);
  });
});
