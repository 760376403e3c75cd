import { by, type ReportClass } from "./report.js";

/** Classes I to L: what receivers of webhooks do. */
export const webhookReports: ReportClass[] = [
  {
    letter: "I",
    title: "A webhook handled more than once, or lost",
    reports: [
      {
        id: "R48",
        source: "Devlaner/devlane#355",
        also: ["stellarBank/StellarBank#39"],
        wentWrong:
          "Two deliveries at once both found no row, both did the work, and only then did one fail to insert.",
        caught: [by("looks-then-inserts", "concurrent-copies", "applied-once")],
      },
      {
        id: "R49",
        source: "muxinc/mux-node-sdk#83",
        also: ["documenso/documenso#3204"],
        wentWrong:
          "Each attempt had an id of its own, and two real events could say the same: neither the id nor a hash of the body tells a repeat.",
        caught: [
          by("delivery-id-as-identity", "redelivery/as-declared", "applied-once"),
          by("content-as-identity", "distinct-events/equal-content", "accepted-is-applied"),
          by("body-hash-as-identity", "distinct-events/equal-content", "accepted-is-applied"),
        ],
        leftOut: "A counter of attempts inside the body.",
      },
      {
        id: "R50",
        source: "bytedance/deer-flow#4120",
        also: ["MervinPraison/PraisonAI#4208", "webrenew/unicon#56"],
        wentWrong:
          "What was seen was kept in one process for ten minutes; after a restart it was done again.",
        caught: [
          by("dedupe-in-memory", "redelivery/after-restart", "applied-once"),
          by("forgotten-after-an-hour", "redelivery/after-days", "remembers-long-enough"),
        ],
        leftOut: "A second replica: a restart stands for it.",
      },
      {
        id: "R51",
        source: "dj-stripe/dj-stripe#832",
        also: ["webrenew/unicon#42", "omniaura/omniclaw#391"],
        wentWrong:
          "The event was saved before its handler ran; the handler failed, and the repeat was passed over as known.",
        caught: [
          by("mark-before-effect", "failing-dependency", "atomic"),
          by("mark-before-effect", "crash/before-commit", "atomic"),
        ],
      },
    ],
  },
  {
    letter: "J",
    title: "A handler that is too slow",
    reports: [
      {
        id: "R54",
        source: "https://startaitools.com",
        wentWrong:
          "The work was done before the answer, took longer than the provider waits, and was done six times.",
        caught: [
          by("works-before-it-answers", "first-delivery", "prompt"),
          by("looks-then-inserts", "slow-handler", "applied-once"),
        ],
      },
    ],
  },
  {
    letter: "K",
    title: "Verifying the signature",
    reports: [
      {
        id: "R56",
        source: "octokit/webhooks.js#76",
        also: ["octokit/webhooks.js#71", "gabrielkoerich/orch#134"],
        wentWrong:
          "The JSON was parsed, written again and then verified, so that genuine deliveries were refused.",
        caught: [
          by("rewritten-body-verified", "unusual-bytes/spelled-otherwise", "signs-raw-bytes"),
          by("rewritten-body-verified", "bad-signature/reserialised", "signs-raw-bytes"),
        ],
      },
      {
        id: "R57",
        source: "Jericho/ZoomNet#349",
        also: ["github/docs#3567", "gitevents/core#173", "freescout-help-desk/freescout#4351"],
        wentWrong:
          "The bytes became a text as if they were ASCII, and whatever had other letters in it was refused.",
        caught: [
          by("body-as-ascii", "unusual-bytes/non-ascii", "genuine-accepted"),
          by("content-type-to-the-letter", "malformed/charset", "genuine-accepted"),
        ],
      },
      {
        id: "R58",
        source: "GetStream/stream-chat-php#168",
        wentWrong:
          "The provider began to compress bodies and signed what they are when decompressed; handlers verified the other.",
        caught: [by("compressed-bytes-verified", "malformed/gzip", "genuine-accepted")],
      },
      {
        id: "R59",
        source: "PostHog/posthog#61131",
        also: ["adnanh/webhook#355"],
        wentWrong:
          "Only the first signature in the header was looked at, so no secret could be changed without an outage.",
        caught: [
          by("first-signature-only", "rotated-secret/either-order", "genuine-accepted"),
          by("last-signature-only", "rotated-secret/either-order", "genuine-accepted"),
          by("newest-secret-only", "rotated-secret/old-and-new", "genuine-accepted"),
          by("unknown-signature-stumbled-upon", "unknown-signature-beside", "genuine-accepted"),
        ],
      },
      {
        id: "R60",
        source: "stripe/stripe-dotnet#1183",
        also: ["stripe/stripe-php#657"],
        wentWrong:
          "The age of a signature was held against one side of the tolerance, and one from far ahead passed.",
        caught: [by("future-accepted", "timestamp/future", "authentic-only")],
      },
    ],
  },
  {
    letter: "L",
    title: "The order of events",
    reports: [
      {
        id: "R64",
        source: "laravel/cashier-stripe#1201",
        also: ["stripe/stripe-cli#418", "TryGhost/Members#240"],
        wentWrong: "The later event came first, and the earlier one overwrote it.",
        caught: [by("older-overwrites-newer", "out-of-order/two", "order-safe")],
      },
      {
        id: "R65",
        source: "reapit/foundations#9608",
        wentWrong:
          "Edits that followed each other closely came in another order, and the last to come was taken for the last made.",
        caught: [by("older-overwrites-newer", "out-of-order/five", "order-safe")],
        leftOut: "Two edits that bear the same time.",
      },
    ],
  },
];
