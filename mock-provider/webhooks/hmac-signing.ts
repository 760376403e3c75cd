import { createHmac } from "node:crypto";
import type { Signature } from "../../src/contract/webhooks-model.js";
import type { Ids } from "../ids.js";
import { randomBytes, shared, type Scheme, type Signed, type SigningKey, type Unsigned } from "./scheme.js";

const placeholder = /\{(body|timestamp|delivery|identity|url|method)\}/g;

/** The bytes that `signs` stands for, the body among them as it is. */
export function signedBytes(unsigned: Unsigned, signs: string): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const match of signs.matchAll(placeholder)) {
    parts.push(Buffer.from(signs.slice(from, match.index)), valueOf(unsigned, match[1] ?? ""));
    from = match.index + match[0].length;
  }
  parts.push(Buffer.from(signs.slice(from)));
  return Buffer.concat(parts);
}

function valueOf(unsigned: Unsigned, name: string): Buffer {
  if (name === "body") return unsigned.body;
  if (name === "url") return Buffer.from(unsigned.url);
  if (name === "method") return Buffer.from(unsigned.method);
  if (name === "timestamp") return Buffer.from(unsigned.timestamp ?? "");
  if (name === "identity") return Buffer.from(unsigned.identity);
  return Buffer.from(unsigned.deliveryId ?? "");
}

/** The key's bytes, however the provider spells them. */
export function keyBytes(secret: string, terms: Signature): Buffer {
  return Buffer.from(secret, terms.secret.encoding);
}

/** HMAC of some bytes, spelled as the terms say, without the prefix. */
export function hmacOf(bytes: Buffer, key: Buffer, terms: Signature): string {
  return createHmac(terms.algorithm, key).update(bytes).digest(terms.encoding);
}

/** The headers that carry one or several signatures. */
export function carried(signatures: readonly string[], terms: Signature): [string, string][] {
  const { header, prefix, secrets } = terms;
  const [newest] = signatures;
  if (header === null || newest === undefined) return [];
  const spelled = signatures.map((signature) => `${prefix}${signature}`);
  if (secrets.several === "joined") return [[header, spelled.join(secrets.separator)]];
  if (secrets.several === "repeatedHeader") return spelled.map((one) => [header, one]);
  return [[header, `${prefix}${newest}`]];
}

/** Signs by the terms alone: what most schemes come down to. */
export function signByTerms(
  unsigned: Unsigned,
  keys: readonly SigningKey[],
  terms: Signature,
  bytesOfKey: (secret: string, terms: Signature) => Buffer = keyBytes,
): Signed {
  const bytes = signedBytes(unsigned, terms.signs);
  const signatures = keys.map(({ signs }) => hmacOf(bytes, bytesOfKey(signs, terms), terms));
  return { headers: carried(signatures, terms) };
}

/** A scheme that signs by its terms, with secrets of its own format. */
export function hmacScheme(
  id: Scheme["id"],
  secret: (ids: Ids, terms: Signature) => string,
  bytesOfKey?: (secret: string, terms: Signature) => Buffer,
): Scheme {
  return {
    id,
    makeKey: (ids, terms) => shared(secret(ids, terms)),
    keyOf: shared,
    sign: (unsigned, keys, terms) => signByTerms(unsigned, keys, terms, bytesOfKey),
  };
}

/** A secret as the terms spell it: so many random bytes, or so many letters and digits. */
export function secretByTerms(ids: Ids, { secret }: Signature): string {
  return secret.encoding === "utf8"
    ? ids.alphanumeric(secret.bytes)
    : randomBytes(ids, secret.bytes).toString(secret.encoding);
}
