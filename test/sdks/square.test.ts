import { SquareClient, SquareError, type Square } from "square";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const payment: Square.CreatePaymentRequest = {
  sourceId: "cnon:card-nonce-ok",
  idempotencyKey: "order-17",
  amountMoney: { amount: 1000n, currency: "USD" },
  autocomplete: false,
  referenceId: "order-17",
};

function clientOf(mock: Mock, token = mock.credential()): SquareClient {
  return new SquareClient({ token, baseUrl: mock.url, maxRetries: 0 });
}

describe("square", () => {
  test("authorises a payment and reads it again", async () => {
    await using mock = await startMock("square");
    const square = clientOf(mock);

    const created = await square.payments.create(payment);
    const paymentId = created.payment?.id ?? "";
    mock.provider.clock.advance(60 * 1000);
    const read = await square.payments.get({ paymentId });

    expect(mock.ids()).toEqual([paymentId]);
    expect(read.payment).toMatchObject({ id: paymentId, status: "APPROVED", referenceId: "order-17" });
    expect(read.payment?.amountMoney?.amount).toBe(1000n);
    expect(mock.strays()).toEqual([]);
  });

  test("reads the list of payments page by page", async () => {
    await using mock = await startMock("square");
    const square = clientOf(mock);
    for (const order of ["order-1", "order-2", "order-3"]) {
      await square.payments.create({ ...payment, idempotencyKey: order, referenceId: order });
    }
    mock.provider.clock.advance(60 * 1000);

    const listed: string[] = [];
    for await (const { id } of await square.payments.list({ limit: 1 })) listed.push(id ?? "");

    expect(listed.sort()).toEqual(mock.ids().sort());
  });

  test("makes one payment out of two calls with one key", async () => {
    await using mock = await startMock("square");
    const square = clientOf(mock);

    const first = await square.payments.create(payment);
    const second = await square.payments.create(payment);

    expect(second.payment?.id).toBe(first.payment?.id);
    expect(mock.ids()).toEqual([first.payment?.id]);
  });

  test("hands refusals on as SquareError", async () => {
    await using mock = await startMock("square");

    const stranger = clientOf(mock, "nobody").payments.create(payment);
    await expect(stranger).rejects.toBeInstanceOf(SquareError);
    await expect(stranger).rejects.toMatchObject({
      statusCode: 401,
      errors: [{ category: "AUTHENTICATION_ERROR", code: "UNAUTHORIZED" }],
    });

    mock.failOnce("createPayment", "cardDeclined");
    const declined = clientOf(mock).payments.create(payment);
    await expect(declined).rejects.toBeInstanceOf(SquareError);
    await expect(declined).rejects.toMatchObject({ statusCode: 400, errors: [{ code: "CARD_DECLINED" }] });
    expect(mock.effects()).toEqual([]);
  });
});
