import { hmacScheme } from "../hmac-signing.js";

/** Hex over the body, no time. https://developer.gocardless.com/api-reference/#appendix-webhooks */
export default hmacScheme("gocardless", (ids) => ids.alphanumeric(40));
