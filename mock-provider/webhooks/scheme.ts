import type { SchemeName } from "../../src/contract/scheme-names.js";
import type { Signature } from "../../src/contract/webhooks-model.js";
import type { Ids } from "../ids.js";

/** One secret of a source. For schemes without key pairs both texts are the same. */
export interface SigningKey {
  /** What the provider signs with. */
  signs: string;
  /** What a receiver is given to verify with. */
  verifies: string;
}

/** A delivery that is about to be signed. */
export interface Unsigned {
  method: string;
  url: string;
  headers: [string, string][];
  body: Buffer;
  /** The signed time as it is spelled; null when no time is signed. */
  timestamp: string | null;
  identity: string;
  deliveryId: string | null;
}

/** What signing changes of a delivery. */
export interface Signed {
  headers: [string, string][];
  /** For signatures that stand in the body. */
  body?: Buffer;
  /** For signatures that need something in the URL. */
  url?: string;
}

/** One way to sign. A file in `schemes/` default-exports it; its name is the scheme's. */
export interface Scheme {
  id: SchemeName;
  /** A new secret in the provider's own format. */
  makeKey(ids: Ids, terms: Signature): SigningKey;
  /** A key made of a secret that the user has; absent where a public half alone signs nothing. */
  keyOf?(secret: string): SigningKey;
  sign(unsigned: Unsigned, keys: readonly SigningKey[], terms: Signature): Signed;
  /** For signatures in the body: the same with another signature, or with none. */
  replaceSignature?(body: Buffer, change: (signature: string) => string | null): Buffer;
}

/** A secret that signs and verifies alike. */
export function shared(secret: string): SigningKey {
  return { signs: secret, verifies: secret };
}

/** Bytes from the provider's one source of chance. */
export function randomBytes(ids: Ids, count: number): Buffer {
  return Buffer.from(ids.hex(2 * count), "hex");
}
