import { parseDuration } from "../../core/duration.js";
import type { Static } from "../../core/schema.js";
import type { webhooks } from "../schema/webhooks.js";
import { signatureSchemes, type SchemeTerms } from "../signature-schemes.js";
import type { Place, Stated } from "../stated.js";
import type { Signature } from "../webhooks-model.js";
import type { Silence } from "./silence.js";
import { placeOf } from "./values.js";

export type WrittenSignature = Exclude<NonNullable<Static<typeof webhooks>["signature"]>, "none">;

const pointer = "/webhooks/signature";

/** How old a signature may be where a time is signed and nobody says, ms: what most libraries take. */
const usualToleranceMs = 300_000;

/** The scheme's own terms, and over them what the contract says. */
export function normaliseSignature(
  written: WrittenSignature,
  identity: Place | null,
  silence: Silence,
): Signature {
  const terms = ofFamily(signatureSchemes[written.scheme], identity);
  const timestamp =
    written.timestamp === undefined
      ? terms.timestamp
      : { ...placeOf(written.timestamp), unit: written.timestamp.unit ?? "s" };
  return {
    ...terms,
    scheme: written.scheme,
    header: written.header ?? terms.header,
    algorithm: written.algorithm ?? terms.algorithm,
    encoding: written.encoding ?? terms.encoding,
    prefix: written.prefix ?? terms.prefix,
    secret: { ...terms.secret, ...written.secret },
    signs: written.signs ?? terms.signs,
    timestamp,
    tolerance: {
      past: tolerance("past", written, terms, timestamp !== null, silence),
      future: tolerance("future", written, terms, timestamp !== null, silence),
    },
    secrets: { ...terms.secrets, ...written.secrets },
    covers: written.covers ?? terms.covers,
  };
}

/** Svix speaks Standard Webhooks under names of its own; which ones shows in the header of the message's id. */
function ofFamily(terms: SchemeTerms, identity: Place | null): SchemeTerms {
  const isSvix = identity?.in === "header" && identity.at.toLowerCase().startsWith("svix-");
  if (!isSvix || terms.header?.startsWith("webhook-") !== true) return terms;
  return {
    ...terms,
    header: terms.header.replace("webhook-", "svix-"),
    timestamp:
      terms.timestamp === null
        ? null
        : { ...terms.timestamp, at: terms.timestamp.at.replace("webhook-", "svix-") },
  };
}

/** What the contract says counts; where it says nothing, what the provider's own library does is promised. */
function tolerance(
  side: "past" | "future",
  written: WrittenSignature,
  terms: SchemeTerms,
  isTimed: boolean,
  silence: Silence,
): Stated<number | "unchecked"> {
  const said = written.tolerance?.[side];
  const isSilent = silence.at(`${pointer}/tolerance/${side}`) || silence.at(pointer);
  const isNamed = written.scheme !== "hmac";
  const fallback = isNamed || !isTimed ? terms.tolerance[side] : usualToleranceMs;
  if (said !== undefined) {
    const value = said === "unchecked" ? said : parseDuration(said);
    return { promised: isSilent ? null : value, enacted: value };
  }
  return { promised: !isSilent && (isNamed || !isTimed) ? fallback : null, enacted: fallback };
}
