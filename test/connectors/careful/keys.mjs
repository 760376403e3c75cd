import { createHash } from "node:crypto";

/** A key that is the same whenever it is made from the same facts, in the shape that the provider takes. Tells nothing. */
export function shapedKey(facts, { minLength, maxLength, pattern }) {
  const hex = createHash("sha512").update(JSON.stringify(facts)).digest("hex");
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(12, 15)}`,
    `8${hex.slice(15, 18)}`,
    hex.slice(18, 30),
  ];
  const digits = BigInt(`0x${hex}`).toString();
  const longest = Math.max(minLength, Math.min(maxLength ?? 64, 64));
  const fits = (key) =>
    key.length >= minLength &&
    (maxLength === null || key.length <= maxLength) &&
    (pattern === null || new RegExp(pattern).test(key));
  const shapes = [
    hex.slice(0, longest),
    hex.slice(0, 32),
    uuid.join("-"),
    digits.slice(0, longest),
    `a${hex.slice(0, 23)}`,
    `"${hex.slice(0, 32)}"`,
    // A structured field of the type String carries its quotes.
    `"${uuid.join("-")}"`,
  ];
  const key = shapes.find(fits);
  if (key === undefined) throw new Error(`no key of ours fits ${pattern}`);
  return key;
}

/** Tells two payloads apart; the order of fields is no difference. */
export function hashOf(value) {
  return createHash("sha256").update(canonical(value)).digest("hex");
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${fields.join(",")}}`;
}
