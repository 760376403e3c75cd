import { createHmac, timingSafeEqual } from "node:crypto";

/** What a delivery says of its signature: the candidates, as they stand in the header, and the signed time as it is written. */
export function readSignature(terms, header) {
  const value = header(terms.header);
  if (value === undefined) return null;
  if (terms.scheme === "stripe") return readStripe(value);
  const joined = terms.secrets.several === "joined" ? value.split(terms.secrets.separator) : [value];
  const ours = joined.filter((one) => one.startsWith(terms.prefix));
  return {
    candidates: ours.map((one) => one.slice(terms.prefix.length)),
    time: terms.timestamp === null ? null : (header(terms.timestamp.at) ?? ""),
  };
}

function readStripe(value) {
  const parts = value.split(",").map((part) => part.split("="));
  const all = (name) => parts.filter(([key]) => key === name).map(([, item]) => item ?? "");
  return { candidates: all("v1"), time: all("t")[0] ?? "" };
}

/** Whether any candidate is what the secret makes of the signed bytes. */
export function isSignedWith(terms, secret, candidates, signed) {
  const expected = createHmac(terms.algorithm, keyIn(terms, secret)).update(signed).digest(terms.encoding);
  return candidates.some((candidate) => isEqual(candidate, expected));
}

function keyIn({ secret: { encoding } }, secret) {
  const bare = encoding === "base64" ? secret.replace(/^whsec_/, "") : secret;
  return Buffer.from(bare, encoding);
}

function isEqual(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The bytes that are signed: the contract's text with what its braces stand for. */
export function signedBytes(terms, values) {
  const parts = terms.signs.split(/\{(\w+)\}/);
  return Buffer.concat(
    parts.map((part, index) => Buffer.from(index % 2 === 0 ? part : (values[part] ?? ""))),
  );
}

/** The signed time in ms; NaN when it is none. */
export function timeIn({ unit }, text) {
  if (unit === "iso8601") return Date.parse(text);
  if (!/^\d+$/.test(text)) return Number.NaN;
  return unit === "ms" ? Number(text) : 1000 * Number(text);
}
