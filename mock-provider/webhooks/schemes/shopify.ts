import { hmacScheme } from "../hmac-signing.js";

/**
 * Base64 over the body, no time; the key is the app's client secret, as text.
 * https://shopify.dev/docs/apps/build/webhooks/subscribe/https
 */
export default hmacScheme("shopify", (ids) => `shpss_${ids.hex(32)}`);
