import { createHash } from "node:crypto";
import type { Idempotency } from "../../../src/contract/model.js";

/** The n-th key of the shape that the contract asks for. */
export function keyOf({ key }: Idempotency, n: number): string {
  const hex = createHash("sha256").update(`key ${n}`).digest("hex");
  const uuid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  const found = [`key-${hex.slice(0, 24)}`, uuid, hex.slice(0, 32), `"${uuid}"`].find((text) =>
    isGood(key, text),
  );
  if (found === undefined) throw new Error(`the law has no key that fits ${key.pattern}`);
  return found;
}

/** Keys that the contract does not take, and why. */
export function badKeys({ key }: Idempotency): { why: string; text: string }[] {
  const { minLength, maxLength, pattern } = key;
  const bad: { why: string; text: string }[] = [];
  // Past some thousand bytes HTTP itself refuses a header.
  if (maxLength !== null && maxLength < 4000) bad.push({ why: "too long", text: "a".repeat(maxLength + 1) });
  if (minLength > 1) bad.push({ why: "too short", text: "a".repeat(minLength - 1) });
  if (pattern !== null) {
    const text = ["*", "Z", "a", "-"]
      .map((letter) => letter.repeat(Math.max(1, minLength)))
      .find((candidate) => !new RegExp(pattern, "u").test(candidate));
    if (text !== undefined) bad.push({ why: `against ${pattern}`, text });
  }
  return bad;
}

function isGood({ minLength, maxLength, pattern }: Idempotency["key"], text: string): boolean {
  return (
    text.length >= minLength &&
    (maxLength === null || text.length <= maxLength) &&
    (pattern === null || new RegExp(pattern, "u").test(text))
  );
}
