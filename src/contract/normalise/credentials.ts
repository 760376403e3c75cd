import type { CredentialPlace, Credentials } from "../model.js";
import type { ContractDocument } from "../schema.js";
import { listed } from "./values.js";

type Written = NonNullable<ContractDocument["credentials"]>;

const authorization = (prefix: string): CredentialPlace[] => [
  { in: "header", name: "Authorization", prefix: [prefix] },
];

const usualPlaces: Record<Credentials["scheme"], CredentialPlace[]> = {
  bearer: authorization("Bearer "),
  oauth2: authorization("Bearer "),
  basic: authorization("Basic "),
  header: [{ in: "header", name: "Authorization", prefix: [] }],
  query: [{ in: "query", name: "key", prefix: [] }],
  none: [],
};

const usualParts: Record<Credentials["scheme"], string[]> = {
  bearer: ["token"],
  oauth2: ["token"],
  basic: ["username", "password"],
  header: ["token"],
  query: ["token"],
  none: [],
};

/** Credentials with the scheme's usual places and parts; none when the contract does not speak of them. */
export function normaliseCredentials(written: Written | undefined): Credentials {
  const scheme = written?.scheme ?? "none";
  return {
    scheme,
    accepts:
      written?.accepts?.map((place) => ({
        in: place.in,
        name: place.name,
        prefix: place.prefix === undefined ? [] : listed(place.prefix),
      })) ?? usualPlaces[scheme],
    parts: written?.parts ?? usualParts[scheme],
    format: written?.format ?? "test_{{alphanumeric 24}}",
    account: accountOf(written?.account),
  };
}

function accountOf(written: Written["account"]): Credentials["account"] {
  if (written === undefined || written.in === "credential") return { in: "credential" };
  return { in: written.in, name: written.name ?? "" };
}
