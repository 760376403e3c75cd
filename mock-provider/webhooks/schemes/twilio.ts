import { createHash } from "node:crypto";
import { hmacOf } from "../hmac-signing.js";
import { shared, type Scheme, type Unsigned } from "../scheme.js";

/**
 * SHA-1 in base64 over the URL and, for forms, each field's name and values in order of the names. Other bodies are
 * bound by their SHA-256 in the URL (`bodySHA256`), and the URL alone is signed. The key is the account's auth token.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
const scheme: Scheme = {
  id: "twilio",
  makeKey: (ids) => shared(ids.hex(32)),
  keyOf: shared,
  sign(unsigned, keys, terms) {
    const isForm = unsigned.headers.some(
      ([name, value]) =>
        name.toLowerCase() === "content-type" && value.startsWith("application/x-www-form-urlencoded"),
    );
    const url = isForm ? unsigned.url : withBodyHash(unsigned);
    const bytes = Buffer.from(isForm ? `${url}${fieldsOf(unsigned.body)}` : url);
    const signature = hmacOf(bytes, Buffer.from(keys[0]?.signs ?? ""), terms);
    return { headers: [[terms.header ?? "X-Twilio-Signature", signature]], ...(isForm ? {} : { url }) };
  },
};

/** As the library reads it: values of one name without repeats and in order. */
function fieldsOf(body: Buffer): string {
  const fields = new URLSearchParams(body.toString());
  return [...new Set(fields.keys())]
    .sort()
    .map((name) =>
      [...new Set(fields.getAll(name))]
        .sort()
        .map((value) => `${name}${value}`)
        .join(""),
    )
    .join("");
}

function withBodyHash({ url, body }: Unsigned): string {
  const hashed = new URL(url);
  hashed.searchParams.set("bodySHA256", createHash("sha256").update(body).digest("hex"));
  return hashed.href;
}

export default scheme;
