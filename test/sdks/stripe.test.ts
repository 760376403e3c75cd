import { Stripe } from "stripe";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const order = { amount: 2000, currency: "usd", metadata: { order_id: "order-1" } };

function clientOf(mock: Mock, key = mock.credential()): Stripe {
  return new Stripe(key, {
    host: "127.0.0.1",
    port: mock.port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

describe("stripe", () => {
  test("creates a payment intent and reads it again", async () => {
    await using mock = await startMock("stripe");
    const stripe = clientOf(mock);

    const created = await stripe.paymentIntents.create(order);
    const read = await stripe.paymentIntents.retrieve(created.id);

    expect(mock.ids()).toEqual([created.id]);
    expect(created.lastResponse.requestId).toMatch(/^req_/);
    expect(read).toMatchObject({ id: created.id, amount: 2000, metadata: { order_id: "order-1" } });
    expect(mock.strays()).toEqual([]);
  });

  test("finds an order by search once the index has caught up, and reads a list of many pages", async () => {
    await using mock = await startMock("stripe");
    const stripe = clientOf(mock);
    const search = { query: "metadata['order_id']:'order-1'" };
    const created = await stripe.paymentIntents.create(order);
    for (const name of ["order-2", "order-3"]) {
      await stripe.paymentIntents.create({ ...order, metadata: { order_id: name } });
    }

    const tooEarly = await stripe.paymentIntents.search(search);
    mock.provider.clock.advance(60 * 60 * 1000);
    const found = await stripe.paymentIntents.search(search);
    const listed = await stripe.paymentIntents.list({ limit: 1 }).autoPagingToArray({ limit: 10 });

    expect(tooEarly.data).toEqual([]);
    expect(found.data.map(({ id }) => id)).toEqual([created.id]);
    expect(listed.map(({ id }) => id).sort()).toEqual(mock.ids().sort());
    expect(mock.strays()).toEqual([]);
  });

  test("makes one payment intent out of two calls with one key", async () => {
    await using mock = await startMock("stripe");
    const stripe = clientOf(mock);

    const first = await stripe.paymentIntents.create(order, { idempotencyKey: "order-1" });
    const second = await stripe.paymentIntents.create(order, { idempotencyKey: "order-1" });

    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
    expect(mock.ids()).toEqual([first.id]);
  });

  test("hands refusals on as its own classes of errors", async () => {
    await using mock = await startMock("stripe");
    const stripe = clientOf(mock);
    const stranger = clientOf(mock, "sk_test_nobody");
    await stripe.paymentIntents.create(order, { idempotencyKey: "order-1" });

    const unauthorized = stranger.paymentIntents.create(order);
    await expect(unauthorized).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    await expect(unauthorized).rejects.toThrow("Invalid API key provided.");

    const otherAmount = stripe.paymentIntents.create({ ...order, amount: 1 }, { idempotencyKey: "order-1" });
    await expect(otherAmount).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);

    mock.failOnce("createPaymentIntent", "cardDeclined");
    const declined = stripe.paymentIntents.create(order);
    await expect(declined).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
    await expect(declined).rejects.toThrow("Your card was declined.");

    await expect(stripe.paymentIntents.retrieve("pi_nobody")).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      code: "resource_missing",
    });
    expect(mock.effects()).toHaveLength(1);
  });
});
