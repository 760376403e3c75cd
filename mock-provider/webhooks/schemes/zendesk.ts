import { randomBytes } from "../scheme.js";
import { hmacScheme } from "../hmac-signing.js";

/**
 * Base64 over time and body, without anything between them; the secret is used as text.
 * https://developer.zendesk.com/documentation/webhooks/verifying/
 */
export default hmacScheme("zendesk", (ids) => randomBytes(ids, 41).toString("base64url"));
