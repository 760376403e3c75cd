import { hmacScheme } from "../hmac-signing.js";

/** Hex over the body, no time; the owner types the secret in. https://razorpay.com/docs/webhooks/validate-test/ */
export default hmacScheme("razorpay", (ids) => ids.alphanumeric(24));
