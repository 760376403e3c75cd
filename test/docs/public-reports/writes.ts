import { by, type ReportClass } from "./report.js";

/** Classes A to E: what is sent again, under which key, and how answers are read. */
export const writeReports: ReportClass[] = [
  {
    letter: "A",
    title: "A write repeated after an ambiguous outcome",
    reports: [
      {
        id: "R01",
        source: "mollie/mollie-api-php#642",
        wentWrong:
          "An SDK repeated by itself a payment that had been made although the answer was a 500, without any key.",
        caught: [
          by("server-error-sent-again", "error/outage/after-commit", "looks-before-it-sends"),
          by("python-error-sent-again", "error/outage/after-commit", "looks-before-it-sends"),
        ],
      },
      {
        id: "R02",
        source: "zernio-dev/zernio-python#42",
        wentWrong:
          "The client gave up long before the provider was done, sent again, read the refusal of the duplicate as failure, and the user sent a third one with other words.",
        caught: [
          by("duplicate-is-failure", "late-commit/while-retrying", "honest-failure"),
          by("conflict-sent-anew", "conflicting-payload-while-unknown", "conflict-stops"),
        ],
      },
      {
        id: "R03",
        source: "square/okhttp#2394",
        also: ["OpenFeign/feign#401"],
        wentWrong:
          "The HTTP library sent a POST again on a new connection, below an application that had called once.",
        caught: [by("hidden-resend", "lost-response/stale-keep-alive", "hidden-resend")],
      },
      {
        id: "R04",
        source: "openclaw/openclaw#22780",
        also: ["slackapi/slack-api-specs#10"],
        wentWrong:
          "The retries of an SDK were left on for an endpoint that has no key, and a message appeared twice.",
        caught: [by("sent-again-without-means", "unresolvable", "held")],
      },
      {
        id: "R05",
        source: "paypal/PayPal-Android-SDK#152",
        also: ["linkedin/brooklin#495", "GetStream/stream-chat-react#2331"],
        wentWrong:
          "After a lost answer every repeat was refused as a duplicate, and the client took that for failure though the payment existed.",
        caught: [by("duplicate-is-failure", "refusal-naming-original", "honest-failure")],
      },
      {
        id: "R06",
        source: "https://technewstoday.info/why-an-idempotency-key-isnt-an-idempotency-guarantee",
        wentWrong:
          "The client waited for less time than the provider takes, called that failure, and charged a second time.",
        caught: [
          by("impatient", "slow-answer/just-in-time", "honest-failure"),
          by("sent-again-without-looking", "lost-response/stalled", "looks-before-it-sends"),
        ],
      },
    ],
  },
  {
    letter: "B",
    title: "The idempotency key: how it is made, kept and sent",
    reports: [
      {
        id: "R10",
        source: "gocardless/gocardless-pro-python#12",
        wentWrong: "The key was made below the loop that retries, so that each attempt had one of its own.",
        caught: [
          by("key-per-attempt", "lost-response/reset", "stable-key"),
          by("python-key-per-attempt", "lost-response/reset", "stable-key"),
        ],
      },
      {
        id: "R11",
        source: "woocommerce/woocommerce-square#106",
        wentWrong:
          "A failed run began anew with a fresh key, and a changed batch went out under the old one.",
        caught: [
          by("new-key-after-error", "lost-response/gateway-502", "stable-key"),
          by("key-kept-after-change", "conflicting-payload", "conflict-stops"),
        ],
      },
      {
        id: "R12",
        source: "stripe/stripe-ruby#598",
        wentWrong: "A key stayed on an object and went out with a later call of another operation.",
        caught: [by("key-across-operations", "scope/two-operations", "distinct-keys")],
      },
      {
        id: "R13",
        source: "fireblocks/fireblocks-sdk-py#97",
        wentWrong: "The SDK took a key from its caller and never sent it.",
        caught: [by("key-missing", "happy-path", "valid-key")],
      },
      {
        id: "R14",
        source: "KeeperHub/keeperhub#1922",
        wentWrong:
          "One status meant both `still running` and `used with another body`, and callers answered either with a new key.",
        caught: [
          by("new-key-in-flight", "in-flight", "stable-key"),
          by("mismatch-gets-new-key", "mismatch", "allowed-send"),
        ],
      },
    ],
  },
  {
    letter: "C",
    title: "How long a key is remembered",
    reports: [
      {
        id: "R17",
        source: "square/connect-api-examples#135",
        wentWrong:
          "A key was sent again after the provider had forgotten it, and the stock was counted twice.",
        caught: [by("key-after-retention", "retention-expired", "fresh-key")],
      },
      {
        id: "R18",
        source: "akash-network/console#3449",
        wentWrong:
          "The client threw a key away after an hour, with the outcome unknown and the provider remembering it for a day.",
        caught: [by("key-forgotten-early", "repeat-while-unknown/an-hour-after-crash", "stable-key")],
      },
    ],
  },
  {
    letter: "D",
    title: "Receipt and acknowledgement",
    reports: [
      {
        id: "R20",
        source: "MicrosoftDocs/msteams-docs#9064",
        also: ["ActiveCampaign/postmark-dotnet#18", "fiskaltrust/middleware#394"],
        wentWrong: "A status of 200 counted as delivered, while the body said that it was not.",
        caught: [by("status-is-success", "error/notInChannel/before-commit", "honest-success")],
      },
      {
        id: "R21",
        source: "Attendize/Attendize#204",
        wentWrong: "A bank debit was shown as paid when it had only been accepted, and it never settled.",
        caught: [by("accepted-is-success", "acknowledged/then-failed", "acknowledged-is-not-done")],
      },
      {
        id: "R22",
        source: "salesforcecli/plugin-data#705",
        wentWrong: "A job failed while it was polled, and the command ended as if all were well.",
        caught: [
          by("failed-outcome-ignored", "acknowledged/then-failed", "honest-success"),
          by("poll-timeout-is-success", "acknowledged/never-settles", "acknowledged-is-not-done"),
        ],
        leftOut: "A job that succeeds in part: outcomes of the contract language are whole.",
      },
    ],
  },
  {
    letter: "E",
    title: "Which failures are tried again",
    reports: [
      {
        id: "R24",
        source: "bitrix24/b24jssdk#44",
        also: ["openfga/go-sdk#319"],
        wentWrong: "A validation error was sent three times and reported as exhausted retries.",
        caught: [by("final-error-sent-again", "not-retryable/declined", "allowed-send")],
        leftOut: "That the original error is kept: what a connector tells people is not judged.",
      },
      {
        id: "R25",
        source: "apache/airflow#21852",
        wentWrong: "Only 5xx was tried again, a 429 never; and the pause between attempts did not grow.",
        caught: [
          by("limit-is-final", "error/rateLimited/before-commit", "tries-again"),
          by("constant-delay", "persistent-error/outage", "paced"),
        ],
      },
    ],
  },
];
