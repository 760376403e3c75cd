import { isObject, type Json } from "../../../src/core/json.js";
import { getAt, setAt } from "../../../src/core/pointer.js";
import { hmacOf, keyBytes } from "../hmac-signing.js";
import { randomBytes, shared, type Scheme } from "../scheme.js";

const signed = [
  "/pspReference",
  "/originalReference",
  "/merchantAccountCode",
  "/merchantReference",
  "/amount/value",
  "/amount/currency",
  "/eventCode",
  "/success",
];
const signatureAt = "/additionalData/hmacSignature";

/**
 * Eight fields of each item, joined by colons; the signature stands in the item. The key is written in hex.
 * https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures
 */
const scheme: Scheme = {
  id: "adyen",
  makeKey: (ids) => shared(randomBytes(ids, 32).toString("hex").toUpperCase()),
  keyOf: shared,
  sign(unsigned, keys, terms) {
    const key = keyBytes(keys[0]?.signs ?? "", terms);
    return {
      headers: [],
      body: withItems(unsigned.body, (item) => {
        const text = signed.map((pointer) => plain(getAt(item, pointer))).join(":");
        return setAt(item, signatureAt, hmacOf(Buffer.from(text), key, terms));
      }),
    };
  },
  replaceSignature: (body, change) =>
    withItems(body, (item) => {
      const there = getAt(item, signatureAt);
      const other = change(typeof there === "string" ? there : "");
      if (other !== null) return setAt(item, signatureAt, other);
      const data = getAt(item, "/additionalData");
      if (!isObject(data)) return item;
      const { hmacSignature: _, ...rest } = data;
      return setAt(item, "/additionalData", rest);
    }),
};

function plain(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

/** Each item changed; a body that is not what Adyen sends is left alone. */
function withItems(body: Buffer, change: (item: Json) => Json): Buffer {
  let read: Json;
  try {
    read = JSON.parse(body.toString()) as Json;
  } catch {
    return body;
  }
  const items = getAt(read, "/notificationItems");
  if (!Array.isArray(items)) return body;
  const changed = items.map((item) => {
    const inner = getAt(item, "/NotificationRequestItem");
    return inner === undefined ? item : setAt(item, "/NotificationRequestItem", change(inner));
  });
  return Buffer.from(JSON.stringify(setAt(read, "/notificationItems", changed)));
}

export default scheme;
