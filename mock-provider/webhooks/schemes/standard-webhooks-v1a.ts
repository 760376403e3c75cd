import { createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import { carried, signedBytes } from "../hmac-signing.js";
import { randomBytes, type Scheme, type SigningKey } from "../scheme.js";
import { withId } from "../standard-id.js";

/** RFC 8410: what stands before the 32 bytes of an Ed25519 private key in PKCS #8. */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");
const publicBytes = 32;

/**
 * `v1a,<base64>`: Ed25519 over id, time and body. `whsk_` holds seed and public key, `whpk_` the public key alone.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
const scheme: Scheme = {
  id: "standard-webhooks-v1a",
  makeKey: (ids) => keyFrom(randomBytes(ids, 32)),
  keyOf: (secret) => keyFrom(seedOf(secret)),
  sign: (unsigned, keys, terms) =>
    withId(unsigned, terms, (message) => {
      const bytes = signedBytes(message, terms.signs);
      const signatures = keys.map(({ signs }) =>
        sign(null, bytes, privateKey(seedOf(signs))).toString("base64"),
      );
      return { headers: carried(signatures, terms) };
    }),
};

function keyFrom(seed: Buffer): SigningKey {
  const half = createPublicKey(privateKey(seed))
    .export({ format: "der", type: "spki" })
    .subarray(-publicBytes);
  return {
    signs: `whsk_${Buffer.concat([seed, half]).toString("base64")}`,
    verifies: `whpk_${half.toString("base64")}`,
  };
}

function seedOf(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsk_/, ""), "base64").subarray(0, 32);
}

function privateKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: "der", type: "pkcs8" });
}

export default scheme;
