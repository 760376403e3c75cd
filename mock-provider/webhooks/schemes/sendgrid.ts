import { createECDH, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { carried, signedBytes } from "../hmac-signing.js";
import { randomBytes, type Scheme, type SigningKey } from "../scheme.js";

/**
 * ECDSA on P-256 with SHA-256 over time and body, base64 of the DER form; a receiver has the public key, base64 of its
 * DER form. https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
const scheme: Scheme = {
  id: "sendgrid",
  makeKey: (ids) => keyFrom(randomBytes(ids, 32)),
  sign(unsigned, keys, terms) {
    const bytes = signedBytes(unsigned, terms.signs);
    return {
      headers: carried(
        keys.map(({ signs }) => sign("sha256", bytes, signs).toString("base64")),
        terms,
      ),
    };
  },
};

function keyFrom(scalar: Buffer): SigningKey {
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(scalar);
  const point = curve.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: scalar.toString("base64url"),
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const key = createPrivateKey({ key: jwk, format: "jwk" });
  return {
    signs: key.export({ format: "pem", type: "pkcs8" }).toString(),
    verifies: createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64"),
  };
}

export default scheme;
