import { createHmac, createPublicKey, verify } from "node:crypto";
import { crc32 } from "node:zlib";
import { hmacValidator } from "@adyen/api-library";
import { Signature } from "@hubspot/api-client";
import { LinearWebhookClient } from "@linear/sdk/webhooks";
import { Webhooks } from "@octokit/webhooks";
import { EventWebhook } from "@sendgrid/eventwebhook";
import "@shopify/shopify-api/adapters/node";
import { ApiVersion, shopifyApi } from "@shopify/shopify-api";
import { verifySlackRequest } from "@slack/bolt";
import * as gocardless from "gocardless-nodejs/webhooks";
import Razorpay from "razorpay";
import { Resend } from "resend";
import { WebhooksHelper } from "square";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Stripe } from "stripe";
import { Webhook as SvixWebhook } from "svix";
import twilio from "twilio";

/** A delivery as a receiver has it, and what it verifies with. */
export interface Arrived {
  method: string;
  /** As it was called, with the host. */
  url: string;
  headers: Record<string, string>;
  body: string;
  secret: string;
}

/** Says whether a delivery is genuine; throwing is another way to say no. */
export type Verify = (arrived: Arrived) => boolean | Promise<boolean>;

const stripe = new Stripe("sk_test_none");
const resend = new Resend("re_none");

/** What each provider's own library says, given what its documentation tells a receiver to give it. */
export const libraries: Record<string, Verify> = {
  stripe: ({ body, headers, secret }) =>
    Boolean(stripe.webhooks.constructEvent(body, headers["stripe-signature"] ?? "", secret)),
  "@octokit/webhooks": ({ body, headers, secret }) =>
    new Webhooks({ secret }).verify(body, headers["x-hub-signature-256"] ?? ""),
  "@slack/bolt": ({ body, headers, secret }) => {
    verifySlackRequest({
      signingSecret: secret,
      body,
      headers: {
        "x-slack-signature": headers["x-slack-signature"] ?? "",
        "x-slack-request-timestamp": Number(headers["x-slack-request-timestamp"]),
      },
    });
    return true;
  },
  standardwebhooks: ({ body, headers, secret }) => Boolean(new StandardWebhook(secret).verify(body, headers)),
  svix: ({ body, headers, secret }) => Boolean(new SvixWebhook(secret).verify(body, headers)),
  resend: ({ body, headers, secret }) =>
    Boolean(
      resend.webhooks.verify({
        payload: body,
        headers: {
          id: headers["svix-id"] ?? "",
          timestamp: headers["svix-timestamp"] ?? "",
          signature: headers["svix-signature"] ?? "",
        },
        webhookSecret: secret,
      }),
    ),
  "@shopify/shopify-api": async ({ body, headers, secret }) => {
    const shopify = shopifyApi({
      apiKey: "none",
      apiSecretKey: secret,
      apiVersion: ApiVersion.July26,
      hostName: "shop.example",
      isEmbeddedApp: false,
      logger: { log: () => {} },
    });
    const { valid } = await shopify.webhooks.validate({
      rawBody: body,
      rawRequest: { headers },
      rawResponse: {},
    });
    return valid;
  },
  square: ({ body, headers, secret, url }) =>
    WebhooksHelper.verifySignature({
      requestBody: body,
      signatureHeader: headers["x-square-hmacsha256-signature"] ?? "",
      signatureKey: secret,
      notificationUrl: url,
    }),
  "twilio (form)": ({ body, headers, secret, url }) =>
    twilio.validateRequest(
      secret,
      headers["x-twilio-signature"] ?? "",
      url,
      Object.fromEntries(new URLSearchParams(body)),
    ),
  "twilio (JSON)": ({ body, headers, secret, url }) =>
    twilio.validateRequestWithBody(secret, headers["x-twilio-signature"] ?? "", url, body),
  "@sendgrid/eventwebhook": ({ body, headers, secret }) => {
    const verifier = new EventWebhook();
    return verifier.verifySignature(
      verifier.convertPublicKeyToECDSA(secret),
      body,
      headers["x-twilio-email-event-webhook-signature"] ?? "",
      headers["x-twilio-email-event-webhook-timestamp"] ?? "",
    );
  },
  "@adyen/api-library": ({ body, secret }) => {
    const { notificationItems } = JSON.parse(body) as {
      notificationItems: { NotificationRequestItem: Parameters<hmacValidator["validateHMAC"]>[0] }[];
    };
    const validator = new hmacValidator();
    return notificationItems.every((item) => validator.validateHMAC(item.NotificationRequestItem, secret));
  },
  "gocardless-nodejs": ({ body, headers, secret }) =>
    Boolean(gocardless.parse(body, secret, headers["webhook-signature"] ?? "")),
  razorpay: ({ body, headers, secret }) =>
    Razorpay.validateWebhookSignature(body, headers["x-razorpay-signature"] ?? "", secret),
  "@hubspot/api-client": ({ body, headers, secret, url, method }) =>
    Signature.isValid({
      signatureVersion: "v3",
      signature: headers["x-hubspot-signature-v3"] ?? "",
      clientSecret: secret,
      requestBody: body,
      url,
      method,
      timestamp: Number(headers["x-hubspot-request-timestamp"]),
    }),
  "@linear/sdk": ({ body, headers, secret }) => {
    const { webhookTimestamp } = JSON.parse(body) as { webhookTimestamp: number };
    return new LinearWebhookClient(secret).verify(
      Buffer.from(body),
      headers["linear-signature"] ?? "",
      webhookTimestamp,
    );
  },
};

/** Where a provider publishes no library that verifies: its documentation, followed with node:crypto. */
export const byHand: Record<string, Verify> = {
  "zendesk, by its guide": ({ body, headers, secret }) => {
    const time = headers["x-zendesk-webhook-signature-timestamp"] ?? "";
    const wanted = createHmac("sha256", secret)
      .update(time + body)
      .digest("base64");
    return wanted === headers["x-zendesk-webhook-signature"];
  },
  "standard-webhooks v1a, by its specification": ({ body, headers, secret }) => {
    const bytes = Buffer.from(secret.replace("whpk_", ""), "base64");
    const jwk = { kty: "OKP", crv: "Ed25519", x: bytes.toString("base64url") };
    const signed = `${headers["webhook-id"] ?? ""}.${headers["webhook-timestamp"] ?? ""}.${body}`;
    const isFresh = Math.abs(Date.now() / 1000 - Number(headers["webhook-timestamp"])) <= 300;
    return (
      isFresh &&
      (headers["webhook-signature"] ?? "").split(" ").some((one) => {
        const [version, signature = ""] = one.split(",");
        const key = createPublicKey({ key: jwk, format: "jwk" });
        return version === "v1a" && verify(null, Buffer.from(signed), key, Buffer.from(signature, "base64"));
      })
    );
  },
  "paypal, by its guide": ({ body, headers, secret }) => {
    const [webhook = "", der = ""] = secret.split(" ");
    const key = createPublicKey({ key: Buffer.from(der, "base64"), format: "der", type: "spki" });
    const signed = [
      headers["paypal-transmission-id"],
      headers["paypal-transmission-time"],
      webhook,
      crc32(Buffer.from(body)),
    ].join("|");
    return verify(
      "sha256",
      Buffer.from(signed),
      key,
      Buffer.from(headers["paypal-transmission-sig"] ?? "", "base64"),
    );
  },
};
