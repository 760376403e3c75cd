import type { SchemeName } from "./scheme-names.js";
import type { Signature } from "./webhooks-model.js";

/** What a scheme fixes by itself. Times in ms; `tolerance` as the provider's own library checks it. */
export interface SchemeTerms extends Omit<Signature, "scheme" | "tolerance"> {
  tolerance: Record<"past" | "future", number | "unchecked">;
}

const minutes = 60_000;
const unchecked = { past: "unchecked", future: "unchecked" } as const;

/** HMAC-SHA256 of the body alone, hex: what most providers come down to. */
const plain: SchemeTerms = {
  header: "X-Signature",
  algorithm: "sha256",
  encoding: "hex",
  prefix: "",
  secret: { encoding: "utf8", bytes: 32 },
  signs: "{body}",
  timestamp: null,
  tolerance: unchecked,
  secrets: { several: "single", separator: "," },
  bindsBytes: true,
  covers: "wire",
};

const inHeader = (at: string, unit: "s" | "ms" | "iso8601"): SchemeTerms["timestamp"] => ({
  in: "header",
  at,
  unit,
});

/** The schemes by name, each with what its provider's library does; `mock-provider/webhooks/schemes/` signs by them. */
export const signatureSchemes: Record<SchemeName, SchemeTerms> = {
  /** Written out in the contract. */
  hmac: plain,
  /** stripe-node `webhooks.constructEvent`: too old after 300 s, the future is not looked at, any `v1` may match. */
  stripe: {
    ...plain,
    header: "Stripe-Signature",
    signs: "{timestamp}.{body}",
    timestamp: inHeader("Stripe-Signature", "s"),
    tolerance: { past: 5 * minutes, future: "unchecked" },
    secrets: { several: "joined", separator: "," },
  },
  /** @octokit/webhooks `verify`: one signature, no time. */
  github: { ...plain, header: "X-Hub-Signature-256", prefix: "sha256=" },
  /** @slack/bolt `verifySlackRequest`: too old after 300 s, the future is not looked at. */
  slack: {
    ...plain,
    header: "X-Slack-Signature",
    prefix: "v0=",
    signs: "v0:{timestamp}:{body}",
    timestamp: inHeader("X-Slack-Request-Timestamp", "s"),
    tolerance: { past: 5 * minutes, future: "unchecked" },
  },
  /** standardwebhooks and svix `Webhook.verify`: 300 s to both sides, a list separated by spaces of which any may match. */
  "standard-webhooks": {
    ...plain,
    header: "webhook-signature",
    encoding: "base64",
    prefix: "v1,",
    secret: { encoding: "base64", bytes: 24 },
    signs: "{identity}.{timestamp}.{body}",
    timestamp: inHeader("webhook-timestamp", "s"),
    tolerance: { past: 5 * minutes, future: 5 * minutes },
    secrets: { several: "joined", separator: " " },
  },
  /** The same with a key pair (`whsk_`, `whpk_`): Ed25519, marked `v1a`. */
  "standard-webhooks-v1a": {
    ...plain,
    header: "webhook-signature",
    encoding: "base64",
    prefix: "v1a,",
    secret: { encoding: "base64", bytes: 32 },
    signs: "{identity}.{timestamp}.{body}",
    timestamp: inHeader("webhook-timestamp", "s"),
    tolerance: { past: 5 * minutes, future: 5 * minutes },
    secrets: { several: "joined", separator: " " },
  },
  /** @shopify/shopify-api `webhooks.validate`: no time. */
  shopify: { ...plain, header: "X-Shopify-Hmac-Sha256", encoding: "base64" },
  /** square `WebhooksHelper.verifySignature`: over the notification URL and the body, no time. */
  square: { ...plain, header: "x-square-hmacsha256-signature", encoding: "base64", signs: "{url}{body}" },
  /** twilio `validateRequest`: over the URL and the sorted fields of a form; for JSON the URL carries the body's hash. */
  twilio: {
    ...plain,
    header: "X-Twilio-Signature",
    algorithm: "sha1",
    encoding: "base64",
    signs: "{url}{fields}",
    bindsBytes: false,
  },
  /** Zendesk's own guide: the time is signed, and how old it may be is not said. There is no library. */
  zendesk: {
    ...plain,
    header: "X-Zendesk-Webhook-Signature",
    encoding: "base64",
    signs: "{timestamp}{body}",
    timestamp: inHeader("X-Zendesk-Webhook-Signature-Timestamp", "iso8601"),
  },
  /** @sendgrid/eventwebhook `verifySignature`: ECDSA on P-256; the time is signed and not looked at. */
  sendgrid: {
    ...plain,
    header: "X-Twilio-Email-Event-Webhook-Signature",
    encoding: "base64",
    signs: "{timestamp}{body}",
    timestamp: inHeader("X-Twilio-Email-Event-Webhook-Timestamp", "s"),
  },
  /** @adyen/api-library `validateHMAC`: eight fields of each item, not the bytes; the signature stands in the item. */
  adyen: {
    ...plain,
    header: null,
    encoding: "base64",
    secret: { encoding: "hex", bytes: 32 },
    signs: "{fields}",
    bindsBytes: false,
    covers: "decoded",
  },
  /** gocardless-nodejs `webhooks.parse`: no time. */
  gocardless: { ...plain, header: "Webhook-Signature" },
  /** razorpay `validateWebhookSignature`: no time. */
  razorpay: { ...plain, header: "X-Razorpay-Signature" },
  /** @hubspot/api-client `Signature.isValid` (v3): too old after 300 s, the future is not looked at. */
  hubspot: {
    ...plain,
    header: "X-HubSpot-Signature-v3",
    encoding: "base64",
    signs: "{method}{url}{body}{timestamp}",
    timestamp: inHeader("X-HubSpot-Request-Timestamp", "ms"),
    tolerance: { past: 5 * minutes, future: "unchecked" },
  },
  /** @linear/sdk `LinearWebhookClient.verify`: the time stands in the body, 60 s to both sides. */
  linear: {
    ...plain,
    header: "Linear-Signature",
    timestamp: { in: "body", at: "/webhookTimestamp", unit: "ms" },
    tolerance: { past: 1 * minutes, future: 1 * minutes },
  },
  /** PayPal's own guide: a certificate's key signs id, time, webhook and the CRC-32 of the body. No library verifies offline. */
  paypal: {
    ...plain,
    header: "PAYPAL-TRANSMISSION-SIG",
    encoding: "base64",
    signs: "{delivery}|{timestamp}|{webhook}|{crc32}",
    timestamp: inHeader("PAYPAL-TRANSMISSION-TIME", "iso8601"),
  },
};
