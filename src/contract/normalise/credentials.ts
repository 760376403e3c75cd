import { parseDuration } from "../../core/duration.js";
import type { CredentialPlace, Credentials, OAuth, ProviderInfo, TokenKind, TokenRefresh } from "../model.js";
import type { ContractDocument } from "../schema.js";
import type { Silence } from "./silence.js";
import { answerTemplate, listed } from "./values.js";

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
  oauth2: ["accessToken"],
  basic: ["username", "password"],
  header: ["token"],
  query: ["token"],
  none: [],
};

/** Credentials with the scheme's usual places and parts; none when the contract does not speak of them. */
export function normaliseCredentials(
  written: Written | undefined,
  provider: ProviderInfo,
  silence: Silence,
): Credentials {
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
    oauth: written === undefined ? null : oauthOf(written, provider, silence),
  };
}

const assumedLifetimeMs = 3_600_000;

function oauthOf(written: Written, { refusals }: ProviderInfo, silence: Silence): OAuth | null {
  const { scheme, token, expired } = written;
  if (scheme !== "oauth2" || token === undefined) return null;
  const at = "/credentials";
  const lifetimeMs = token.lifetime === undefined ? undefined : parseDuration(token.lifetime);
  return {
    tokenUrl: token.url,
    lifetimeMs: silence.stated(`${at}/token/lifetime`, lifetimeMs, assumedLifetimeMs),
    clientAuth: silence.stated(`${at}/token/clientAuth`, token.clientAuth, "basic" as const),
    refresh: refreshOf(written.refresh, silence),
    expired: expired === undefined ? refusals.unauthorized : answerTemplate(expired, 401),
    checkedBefore: silence.stated(`${at}/expired/checkedBefore`, expired?.checkedBefore, "commit" as const),
  };
}

function refreshOf(written: Written["refresh"], silence: Silence): TokenRefresh {
  const at = "/credentials/refresh";
  const grace = written?.graceForLostAnswer;
  const rotates = silence.stated(`${at}/rotates`, written?.rotates, false);
  // A refresh token that is replaced is taken to die, unless the contract says that it lives on.
  const dies: TokenKind[] = rotates.enacted ? ["refreshToken"] : [];
  return {
    rotates,
    invalidates: silence.stated(`${at}/invalidates`, written?.invalidates, dies),
    graceMs: silence.stated(
      `${at}/graceForLostAnswer`,
      grace === undefined ? undefined : parseDuration(grace),
      0,
    ),
    reuse: silence.stated(`${at}/reuse`, written?.reuse, "refused" as const),
  };
}

function accountOf(written: Written["account"]): Credentials["account"] {
  if (written === undefined || written.in === "credential") return { in: "credential" };
  return { in: written.in, name: written.name ?? "" };
}
