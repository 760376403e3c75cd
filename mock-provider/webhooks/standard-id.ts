import type { Signature } from "../../src/contract/webhooks-model.js";
import type { Signed, Unsigned } from "./scheme.js";

/** Standard Webhooks sign the message's id, which stands in a header of the same family as the signature. */
export function withId(unsigned: Unsigned, terms: Signature, sign: (message: Unsigned) => Signed): Signed {
  const name = (terms.header ?? "webhook-signature").replace(/signature$/, "id");
  const there = unsigned.headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
  const id = there ?? unsigned.deliveryId ?? unsigned.identity;
  const { headers } = sign({ ...unsigned, identity: id });
  return { headers: there === undefined ? [[name, id], ...headers] : headers };
}
