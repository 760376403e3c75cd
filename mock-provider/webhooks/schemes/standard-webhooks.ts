import { signByTerms } from "../hmac-signing.js";
import { randomBytes, shared, type Scheme } from "../scheme.js";
import { withId } from "../standard-id.js";

/**
 * `v1,<base64>` over id, time and body; the key is what follows `whsec_`, in base64.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
const scheme: Scheme = {
  id: "standard-webhooks",
  makeKey: (ids, terms) => shared(`whsec_${randomBytes(ids, terms.secret.bytes).toString("base64")}`),
  keyOf: shared,
  sign: (unsigned, keys, terms) =>
    withId(unsigned, terms, (message) => signByTerms(message, keys, terms, bytesOf)),
};

function bytesOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ""), "base64");
}

export default scheme;
