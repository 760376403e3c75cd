// A connector as most teams write it: the official SDK, used as its README shows, and nothing else.
//
// It looks safe. The SDK retries by itself and sends an idempotency key with every attempt, the same one for all attempts
// of one call, so an answer lost on the wire does no harm while the process lives. What it does not do:
//
//   - The key is random and made inside `create`. A second call for the same order, in another process or after a crash,
//     has another key: Stripe sees two different payments and makes both.
//   - Nothing is written down before the request leaves, so after a crash nobody knows that there was one.
//   - An exception is reported as "failed". A time-out, a closed connection or a 500 says nothing of the kind: the
//     payment may exist, and whoever believes the word charges the customer again.
//
// `npx threeworlds check stripe-default` shows each of these with its evidence. ../careful is the same integration, mended.
import { Stripe } from "stripe";
import { serveConnector } from "threeworlds/connector";

serveConnector((world) => {
  const { hostname, port } = new URL(world.baseUrl);
  const stripe = new Stripe(world.credentials.token, {
    host: hostname,
    port,
    protocol: "http",
    timeout: world.timing.timeoutMs,
  });
  const calls = {
    createPaymentIntent: (payload) => stripe.paymentIntents.create(payload),
    createRefund: (payload) => stripe.refunds.create(payload),
  };

  return {
    capabilities: ["timing", "reopen"],

    async perform({ operation, payload }) {
      try {
        const created = await calls[operation](payload);
        return { outcome: "succeeded", reference: created.id };
      } catch (error) {
        return { outcome: "failed", reason: error.message };
      }
    },
  };
});
