import { breaking, harmless, review, type RuleTable } from "../change.js";
import { always, members, presence, size } from "./judges.js";

/** What a provider sends by itself, and what it expects of a receiver. */
export const webhookRules: RuleTable = [
  [
    "webhooks",
    presence({ added: harmless("Webhooks are described."), removed: breaking("Webhooks are gone.") }),
  ],
  ["webhooks.method", always(breaking("Events come with another method."))],
  ["webhooks.contentType", always(breaking("Events come as another kind of content."))],
  ["webhooks.headers", always(harmless("Other headers come with an event."))],
  ["webhooks.kind", always(breaking("The kind of an event stands elsewhere."))],
  [
    "webhooks.events.*",
    presence({
      added: review("There is a new kind of event: see what receivers do with kinds they do not know."),
      removed: breaking("A kind of event no longer comes."),
    }),
  ],
  ["webhooks.events.*.example", always(harmless("Only the example changes."))],
  ["webhooks.events.*.varies", always(harmless("Only what checks vary changes."))],
  ["webhooks.events.*.meaning", always(breaking("An event means something else."))],
  ["webhooks.identity", always(breaking("Events are told apart by something else."))],
  [
    "webhooks.delivery.changesOnRedelivery",
    always(breaking("The id of a delivery behaves otherwise when an event comes again.")),
  ],
  ["webhooks.order", always(breaking("It is told otherwise which event is newer."))],
  ["webhooks.batch", always(breaking("Events come in another packing."))],
  ["webhooks.result", always(breaking("The outcome of an event is stated elsewhere."))],
  ["webhooks.signature", always(breaking("Events are signed otherwise."))],
  [
    "webhooks.signature.tolerance.past",
    size({
      larger: harmless("Older signatures may be accepted."),
      smaller: breaking("Older signatures must be refused sooner."),
    }),
  ],
  ["webhooks.signature.secret", always(breaking("Secrets are spelled otherwise."))],
  ...["scheme", "header", "algorithm", "encoding", "prefix", "signs", "timestamp", "covers"].map(
    (key) => [`webhooks.signature.${key}`, always(breaking("Events are signed otherwise."))] as const,
  ),
  [
    "webhooks.acknowledge.success",
    members({
      added: harmless("More answers count as success."),
      removed: breaking("An answer no longer counts as success."),
    }),
  ],
  [
    "webhooks.acknowledge.within",
    size({
      larger: harmless("There is more time to answer."),
      smaller: breaking("There is less time to answer."),
    }),
  ],
  [
    "webhooks.redelivery.for",
    size({
      larger: breaking("Events come again for longer: they must be remembered longer."),
      smaller: review("Events come again for a shorter time: what is missed longer is lost."),
      absent: 0,
    }),
  ],
  [
    "webhooks.duplicates",
    ({ after }) =>
      after === "exactlyOnce"
        ? harmless("Events come once only.")
        : breaking("Events can come more often, or be lost."),
  ],
  [
    "webhooks.limits.bodyBytes",
    size({ larger: breaking("Events can be larger."), smaller: harmless("Events are smaller.") }),
  ],
];
