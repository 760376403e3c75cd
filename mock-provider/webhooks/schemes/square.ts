import { hmacScheme } from "../hmac-signing.js";

/**
 * Base64 over the notification URL, to the character as it was registered, and the body; no time.
 * https://developer.squareup.com/docs/webhooks/step3validate
 */
export default hmacScheme("square", (ids) => ids.alphanumeric(22));
