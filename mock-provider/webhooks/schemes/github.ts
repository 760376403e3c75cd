import { hmacScheme } from "../hmac-signing.js";

/**
 * `X-Hub-Signature-256: sha256=<hex>` over the body, no time, one signature. The secret is whatever the owner of the
 * webhook typed in. https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
 */
export default hmacScheme("github", (ids) => ids.hex(40));
