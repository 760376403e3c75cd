import { hmacOf, signedBytes } from "../hmac-signing.js";
import { shared, type Scheme } from "../scheme.js";

/**
 * `t=<seconds>,v1=<hex>` over time and body, one `v1` for each secret. The key is the whole text with its `whsec_`.
 * https://docs.stripe.com/webhooks#verify-manually
 */
const scheme: Scheme = {
  id: "stripe",
  makeKey: (ids) => shared(`whsec_${ids.alphanumeric(32)}`),
  keyOf: shared,
  sign(unsigned, keys, terms) {
    const bytes = signedBytes(unsigned, terms.signs);
    const signatures = keys.map(({ signs }) => `v1=${hmacOf(bytes, Buffer.from(signs), terms)}`);
    const header = [`t=${unsigned.timestamp ?? ""}`, ...signatures].join(terms.secrets.separator);
    return { headers: [[terms.header ?? "Stripe-Signature", header]] };
  },
};

export default scheme;
