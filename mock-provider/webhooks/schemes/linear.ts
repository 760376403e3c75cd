import { hmacScheme } from "../hmac-signing.js";

/** Hex over the body, in which the time stands as `webhookTimestamp`. https://linear.app/developers/webhooks#securing-webhooks */
export default hmacScheme("linear", (ids) => `lin_wh_${ids.alphanumeric(40)}`);
