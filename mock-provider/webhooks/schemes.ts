import type { SchemeName } from "../../src/contract/scheme-names.js";
import type { Scheme } from "./scheme.js";
import adyen from "./schemes/adyen.js";
import github from "./schemes/github.js";
import gocardless from "./schemes/gocardless.js";
import hmac from "./schemes/hmac.js";
import hubspot from "./schemes/hubspot.js";
import linear from "./schemes/linear.js";
import paypal from "./schemes/paypal.js";
import razorpay from "./schemes/razorpay.js";
import sendgrid from "./schemes/sendgrid.js";
import shopify from "./schemes/shopify.js";
import slack from "./schemes/slack.js";
import square from "./schemes/square.js";
import standardWebhooks from "./schemes/standard-webhooks.js";
import standardWebhooksV1a from "./schemes/standard-webhooks-v1a.js";
import stripe from "./schemes/stripe.js";
import twilio from "./schemes/twilio.js";
import zendesk from "./schemes/zendesk.js";

/** Every scheme the language has a word for. */
export const schemes: Record<SchemeName, Scheme> = {
  adyen,
  github,
  gocardless,
  hmac,
  hubspot,
  linear,
  paypal,
  razorpay,
  sendgrid,
  shopify,
  slack,
  square,
  "standard-webhooks": standardWebhooks,
  "standard-webhooks-v1a": standardWebhooksV1a,
  stripe,
  twilio,
  zendesk,
};
