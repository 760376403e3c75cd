import { generateKeyPairSync, sign } from "node:crypto";
import { crc32 } from "node:zlib";
import { carried } from "../hmac-signing.js";
import type { Scheme } from "../scheme.js";

/** The name under which PayPal knows the webhook; it is signed, and a receiver has to know it. */
const webhookId = "8PT597110X687430LKGECATA";

/**
 * RSA with SHA-256 over transmission id, time, webhook id and the body's CRC-32. PayPal serves a certificate under
 * `PAYPAL-CERT-URL`; here a receiver is given `<webhook id> <public key, base64 of its DER form>` instead, since no
 * certificate authority vouches for a mock. Keys are drawn by the system, not from the seed.
 * https://developer.paypal.com/api/rest/webhooks/rest/#link-messagesignature
 */
const scheme: Scheme = {
  id: "paypal",
  makeKey() {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    return {
      signs: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
      verifies: `${webhookId} ${publicKey.export({ format: "der", type: "spki" }).toString("base64")}`,
    };
  },
  sign(unsigned, keys, terms) {
    const { deliveryId, identity, timestamp, body } = unsigned;
    const id = deliveryId ?? identity;
    const bytes = Buffer.from(`${id}|${timestamp ?? ""}|${webhookId}|${crc32(body)}`);
    return {
      headers: [
        ["PAYPAL-AUTH-ALGO", "SHA256withRSA"],
        ...carried(
          keys.map(({ signs }) => sign("sha256", bytes, signs).toString("base64")),
          terms,
        ),
      ],
    };
  },
};

export default scheme;
