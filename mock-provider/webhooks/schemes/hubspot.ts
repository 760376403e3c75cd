import { hmacScheme } from "../hmac-signing.js";

/**
 * Version 3: method, URL, body and the time in milliseconds, base64; the key is the app's client secret.
 * https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests
 */
export default hmacScheme("hubspot", (ids) => ids.uuid());
