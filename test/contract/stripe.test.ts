import { fileURLToPath } from "node:url";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { readContract } from "../../src/contract/load.js";
import { retrySafety } from "../../src/contract/retry-safety.js";

const file = fileURLToPath(new URL("../../contracts/stripe.yaml", import.meta.url));
let provider: Provider;
let stripe: Stripe;

beforeAll(async () => {
  provider = await startProvider(await readContract(file));
  stripe = new Stripe(provider.credentials.first["token"] as string, {
    host: "127.0.0.1",
    port: provider.port,
    protocol: "http",
    maxNetworkRetries: 0,
  });
});

afterAll(async () => {
  await provider.close();
});

function order(id: string, amount = 2000): Stripe.PaymentIntentCreateParams {
  return { amount, currency: "usd", metadata: { order_id: id } };
}

describe("contracts/stripe.yaml, enacted, as the official SDK sees it", () => {
  test("gives a payment intent with what was asked for", async () => {
    const intent = await stripe.paymentIntents.create(order("shape"), { idempotencyKey: "shape" });

    expect(intent).toMatchObject({
      object: "payment_intent",
      amount: 2000,
      currency: "usd",
      livemode: false,
      metadata: { order_id: "shape" },
    });
    expect(intent.id).toMatch(/^pi_[A-Za-z0-9]{24}$/);
    expect(Number.isInteger(intent.created)).toBe(true);
  });

  test("replays the answer of a key and says so", async () => {
    const first = await stripe.paymentIntents.create(order("replay"), { idempotencyKey: "replay" });
    const second = await stripe.paymentIntents.create(order("replay"), { idempotencyKey: "replay" });

    expect(second.id).toBe(first.id);
    expect(first.lastResponse.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.lastResponse.headers["idempotent-replayed"]).toBe("true");
  });

  test("refuses a key with another amount as the SDK's own error", async () => {
    await stripe.paymentIntents.create(order("mismatch"), { idempotencyKey: "mismatch" });

    await expect(
      stripe.paymentIntents.create(order("mismatch", 2001), { idempotencyKey: "mismatch" }),
    ).rejects.toMatchObject({ type: "StripeIdempotencyError", statusCode: 400 });
  });

  test("refuses another endpoint under the same key, since the scope is the account", async () => {
    const intent = await stripe.paymentIntents.create(order("scope"), { idempotencyKey: "scope" });

    await expect(
      stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: "scope" }),
    ).rejects.toMatchObject({ type: "StripeIdempotencyError" });
  });

  test("lists every intent by the SDK's own paging", async () => {
    const made = await Promise.all(
      ["a", "b", "c"].map((id) => stripe.paymentIntents.create(order(`page-${id}`), { idempotencyKey: id })),
    );

    const listed: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) listed.push(id);

    expect(listed).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    expect(new Set(listed).size).toBe(listed.length);
  });

  test("finds by search only once the search has caught up", async () => {
    const { id } = await stripe.paymentIntents.create(order("late"), { idempotencyKey: "late" });
    const query = "metadata['order_id']:'late'";

    const atOnce = await stripe.paymentIntents.search({ query });
    provider.clock.advance(3_600_000);
    const later = await stripe.paymentIntents.search({ query });

    expect(atOnce.data).toEqual([]);
    expect(later.data.map((intent) => intent.id)).toEqual([id]);
  });

  test("gives refunds, and lists and retrieves them", async () => {
    const made = await stripe.refunds.create(
      { payment_intent: "pi_1", amount: 500 },
      { idempotencyKey: "refund" },
    );

    const { data } = await stripe.refunds.list({ payment_intent: "pi_1" });

    expect(made).toMatchObject({
      object: "refund",
      amount: 500,
      payment_intent: "pi_1",
      status: "succeeded",
    });
    expect(data.map(({ id }) => id)).toContain(made.id);
    await expect(stripe.refunds.retrieve(made.id)).resolves.toMatchObject({ id: made.id });
  });

  test("says what is missing and what does not exist in Stripe's words", async () => {
    await expect(
      stripe.paymentIntents.create({ amount: 1 } as Stripe.PaymentIntentCreateParams),
    ).rejects.toMatchObject({ type: "StripeInvalidRequestError", statusCode: 400 });
    await expect(stripe.refunds.retrieve("re_none")).rejects.toMatchObject({ code: "resource_missing" });
  });

  test("is safe with the key, and never by absence", async () => {
    const { operations } = await readContract(file);

    expect(operations.map((operation) => [operation.name, retrySafety(operation)])).toEqual([
      ["createPaymentIntent", "safe-with-key"],
      ["createRefund", "safe-with-key"],
    ]);
  });
});
