/** The ways to sign a delivery that the language has a word for; `hmac` is written out in the contract. */
export const schemeNames = [
  "stripe",
  "github",
  "slack",
  "standard-webhooks",
  "standard-webhooks-v1a",
  "shopify",
  "square",
  "twilio",
  "zendesk",
  "sendgrid",
  "adyen",
  "gocardless",
  "razorpay",
  "hubspot",
  "linear",
  "paypal",
  "hmac",
] as const;

export type SchemeName = (typeof schemeNames)[number];
