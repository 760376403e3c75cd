import { by, type ReportClass } from "./report.js";

/** Classes F to H and M: waits, lookups, tokens, and workers that share a job. */
export const otherReports: ReportClass[] = [
  {
    letter: "F",
    title: "Retry-After",
    reports: [
      {
        id: "R27",
        source: "Shopify/shopify-app-js#3364",
        also: ["getsentry/sentry-javascript#860", "Azure/azure-sdk-for-net#5268"],
        wentWrong:
          "Seconds went into a timer that counts milliseconds, dates became no number, and large values fired at once.",
        caught: [
          by("wait-in-milliseconds", "retry-after/seconds", "paced"),
          by("date-is-nan", "retry-after/http-date", "paced"),
          by("huge-wait-overflows", "retry-after/huge", "paced"),
          by("python-wait-as-milliseconds", "retry-after/huge", "paced"),
        ],
      },
      {
        id: "R28",
        source: "acmesh-official/acme.sh#7201",
        wentWrong:
          "The date form was not understood, the client asked every two seconds, and had no attempt left when it would have been welcome.",
        caught: [by("wait-ignored", "retry-after/http-date", "paced")],
        leftOut: "The two older forms of a date: the contract language has the one that is sent today.",
      },
      {
        id: "R29",
        source: "pydantic/pydantic-ai#7065",
        also: ["apify/crawlee-python#1995"],
        wentWrong: "A negative wait crashed one client and switched the back-off of another off.",
        caught: [
          by("negative-wait-crashes", "retry-after/negative", "resolved"),
          by("negative-wait", "retry-after/negative", "paced"),
        ],
      },
      {
        id: "R30",
        source: "urllib3/urllib3#3743",
        also: ["hashicorp/go-retryablehttp#283"],
        wentWrong: "A very large wait was slept through, or was more than the timer could take.",
        caught: [
          by("huge-wait-slept", "retry-after/huge", "bounded-wait"),
          by("huge-wait-overflows", "retry-after/huge", "paced"),
        ],
      },
      {
        id: "R31",
        source: "PostHog/posthog#74113",
        wentWrong:
          "A fraction of a second was more than the parser could take, and a short throttle ended the job.",
        caught: [by("fraction-is-fatal", "retry-after/fractional", "resolved")],
      },
      {
        id: "R32",
        source: "brightwave-inc/tidebreak#1086",
        wentWrong: "The wait was not read at all, and all attempts were gone long before it was over.",
        caught: [by("wait-ignored", "retry-after/seconds", "paced")],
      },
    ],
  },
  {
    letter: "G",
    title: "Lookups",
    reports: [
      {
        id: "R36",
        source: "HubSpot/hubspot-api-php#59",
        also: ["stripe/stripe-go#1891", "Flagsmith/flagsmith#5739", "marcusquinn/aidevops#20322"],
        wentWrong: "A search right after the creation found nothing, and the contact was created again.",
        caught: [by("looks-too-early", "lookup/lagging", "looks-before-it-sends")],
      },
      {
        id: "R37",
        source: "prontolabs/pronto#362",
        also: ["WordPress/props-bot-action#59", "digitalocean/terraform-provider-digitalocean#978"],
        wentWrong:
          "Only the first page was read, so from the eleventh comment on the bot did not see its own and posted again.",
        caught: [
          by("first-page-only", "lookup/second-page", "reads-to-the-end"),
          by("python-first-page-only", "lookup/second-page", "reads-to-the-end"),
        ],
      },
      {
        id: "R38",
        source: "laravel/cashier-paddle#289",
        wentWrong: "The first row of a free-text search was taken, and it was another customer's.",
        caught: [by("loose-match-adopted", "lookup/decoy-same-subject", "adopts-only-its-own")],
      },
      {
        id: "R39",
        source: "harness/terraform-provider-harness#1385",
        also: ["philips-software/terraform-provider-hsdp#222"],
        wentWrong:
          "A read right after a creation did not show the object yet; the tool forgot it, and would have made it again.",
        caught: [by("missing-is-deleted", "repeat-after-success", "one-effect")],
      },
    ],
  },
  {
    letter: "H",
    title: "Tokens",
    reports: [
      {
        id: "R42",
        source: "intuit/oauth-jsclient#138",
        also: ["spinen/laravel-quickbooks-client#46", "XeroAPI/xero-node#382"],
        wentWrong:
          "Several instances refreshed with one refresh token that works once, and all but one lost their access.",
        caught: [by("refresh-by-every-worker", "refresh-race", "one-refresh")],
      },
      {
        id: "R43",
        source: "Flyrell/axios-auth-refresh#210",
        wentWrong: "Several client objects of one program refreshed each for itself.",
        caught: [by("refresh-by-every-worker", "refresh-race", "one-refresh")],
        leftOut: "Objects within one process: the workers that race are processes, which share even less.",
      },
      {
        id: "R44",
        source: "mcohen01/node-quickbooks#171",
        wentWrong:
          "An error of the token endpoint was stored as if it were tokens, over those that had worked.",
        caught: [by("token-error-is-token", "refresh-failing/not-a-token", "resolved")],
      },
      {
        id: "R45",
        source: "stacklok/toolhive#5636",
        wentWrong:
          "The new refresh token was not saved, the old one was used again, and the provider took the access back.",
        caught: [by("refreshed-token-in-memory", "token-expired/after-restart", "one-refresh")],
      },
    ],
  },
  {
    letter: "M",
    title: "Queues, locks and crashes",
    reports: [
      {
        id: "R67",
        source: "learningequality/studio#3395",
        also: ["celery/celery#2599", "celery/celery#5935"],
        wentWrong: "A queue handed one job out six times, and each run made the call again.",
        caught: [
          by("sends-after-success", "repeat-after-success", "one-effect"),
          by("twins-both-send", "concurrent-twins", "claims-first"),
          by("python-twins-both-send", "concurrent-twins", "claims-first"),
        ],
      },
      {
        id: "R68",
        source: "OptimalBits/bull#308",
        also: ["taskforcesh/bullmq#439"],
        wentWrong:
          "A slow worker lost its lock while it was at work, a second one took the job, and both finished it.",
        caught: [by("lock-expires-at-work", "concurrent-twins", "claims-first")],
      },
      {
        id: "R69",
        source: "aws-powertools/powertools-lambda-python#738",
        also: [
          "aws-powertools/powertools-lambda-python#1038",
          "aws-powertools/powertools-lambda-python#4759",
        ],
        wentWrong:
          "After a crash the record said `in progress` until it expired, and every retry was refused.",
        caught: [by("lock-outlives-crash", "crash/after-commit", "resolved")],
      },
    ],
  },
];
