import type { Signature } from "../../src/contract/webhooks-model.js";
import { KitError } from "../../src/core/errors.js";
import type { Ids } from "../ids.js";
import type { Scheme, SigningKey } from "./scheme.js";
import type { Source } from "./sender.js";

/** The secrets of one source. While a secret is rotated there are two. */
export class KeyRing {
  readonly name: string;
  /** Newest first; empty where nothing is signed. */
  keys: SigningKey[];
  readonly #make: (() => SigningKey) | null;

  constructor(
    name: string,
    signing: { scheme: Scheme; terms: Signature; ids: Ids } | null,
    secrets?: readonly string[],
  ) {
    this.name = name;
    this.#make = signing === null ? null : () => signing.scheme.makeKey(signing.ids, signing.terms);
    this.keys = secrets?.map((secret) => keyOf(signing?.scheme ?? null, secret)) ?? this.#made();
  }

  /** As a receiver is told of it. */
  get source(): Source {
    return { name: this.name, secrets: this.keys.map(({ verifies }) => verifies) };
  }

  /** A new secret beside the one there is. */
  rotate(): void {
    this.keys = [...this.#made(), ...this.keys.slice(0, 1)];
  }

  /** Only the newest is left. */
  endRotation(): void {
    this.keys = this.keys.slice(0, 1);
  }

  #made(): SigningKey[] {
    return this.#make === null ? [] : [this.#make()];
  }
}

function keyOf(scheme: Scheme | null, secret: string): SigningKey {
  if (scheme === null)
    throw new KitError(
      "usage",
      "The contract's deliveries are not signed: there is nothing to do with a secret.",
    );
  if (scheme.keyOf === undefined) {
    throw new KitError(
      "usage",
      `The scheme '${scheme.id}' signs with a private key, which the provider keeps: it cannot sign with a secret of yours. Leave it out to have a pair made.`,
    );
  }
  return scheme.keyOf(secret);
}
