import { hmacScheme } from "../hmac-signing.js";

/**
 * Version 0: `v0:<time>:<body>` in hex. A signing secret is 32 hex digits, used as text.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export default hmacScheme("slack", (ids) => ids.hex(32));
