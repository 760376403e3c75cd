import { breaking, harmless, review, type RuleTable } from "../change.js";
import { always, members, presence, size } from "./judges.js";

/** The provider and its credentials. */
export const providerRules: RuleTable = [
  ["provider.name", always(harmless("Only the words for people change."))],
  ["provider.docs", always(harmless("Only the words for people change."))],
  ["provider.reviewed", always(harmless("Only the day of the review changes."))],
  ["provider.baseUrl", always(breaking("The provider has another address."))],
  ["provider.headers", always(review("Every answer has other headers: see who reads them."))],
  ["provider.refusals.*", always(review("The provider’s own refusals change: see who reads them."))],
  ["credentials.scheme", always(breaking("Credentials are shown in another way."))],
  [
    "credentials.accepts",
    members({
      added: harmless("Credentials are accepted in another place, too."),
      removed: breaking("Credentials are no longer accepted in one place."),
    }),
  ],
  ["credentials.parts", always(breaking("A credential has other parts."))],
  ["credentials.format", always(review("Credentials look otherwise: see who checks them."))],
  ["credentials.account", always(breaking("The account is named in another way."))],
  [
    "credentials.token",
    presence({
      added: breaking("Access tokens must now be asked for."),
      removed: breaking("Access tokens are no longer given there."),
    }),
  ],
  ["credentials.token.url", always(breaking("Tokens are given elsewhere."))],
  [
    "credentials.token.lifetime",
    size({
      larger: harmless("Access tokens live longer."),
      smaller: breaking("Access tokens live for a shorter time."),
    }),
  ],
  ["credentials.token.clientAuth", always(breaking("The client names itself in another way."))],
  [
    "credentials.refresh",
    presence({
      added: breaking("Credentials are now refreshed."),
      removed: breaking("Credentials are no longer refreshed."),
    }),
  ],
  [
    "credentials.refresh.rotates",
    ({ after }) =>
      after === true
        ? breaking("A refresh gives a new refresh token: who keeps the old one is locked out.")
        : harmless("The refresh token stays."),
  ],
  [
    "credentials.refresh.invalidates",
    members({
      added: breaking("A refresh invalidates more: requests under way may be refused."),
      removed: harmless("A refresh invalidates less."),
    }),
  ],
  [
    "credentials.refresh.graceForLostAnswer",
    size({
      larger: harmless("The old refresh token works longer."),
      smaller: breaking("The old refresh token works for a shorter time."),
      absent: 0,
    }),
  ],
  [
    "credentials.refresh.reuse",
    always(breaking("A refresh token that was used already is treated otherwise.")),
  ],
  ["credentials.expired.status", always(breaking("An expired credential is refused with another status."))],
];
