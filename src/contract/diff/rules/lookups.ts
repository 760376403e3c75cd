import { breaking, harmless, review, type RuleTable } from "../change.js";
import { always, answerBody, members, presence, promised, ranked, size } from "./judges.js";

const at = "operations.*.lookup.*";

/** Ways to find a prior effect, and what their silence is worth. */
export const lookupRules: RuleTable = [
  [
    at,
    presence({
      added: harmless("There is another way to find out what happened."),
      removed: breaking("There is one way less to find out what happened."),
    }),
  ],
  [`${at}.by`, always(breaking("The lookup finds by something else."))],
  [`${at}.request`, always(breaking("The lookup is another request."))],
  [`${at}.object`, always(breaking("What is found stands elsewhere in the answer."))],
  [`${at}.items`, always(breaking("What is found stands elsewhere in the answer."))],
  [`${at}.absent`, always(breaking("An absence is answered otherwise: connectors may misread it."))],
  [`${at}.answer`, answerBody],
  [
    `${at}.matching`,
    ranked(["exact", "prefix", "contains", "fuzzy"], {
      up: harmless("The lookup matches more strictly."),
      down: breaking("The lookup matches more loosely: what it finds must be compared."),
      same: harmless(""),
    }),
  ],
  [
    `${at}.lag.typically`,
    size({
      larger: review("The lookup is typically further behind: first looks may come too early."),
      smaller: harmless("The lookup is typically less behind."),
      absent: 0,
    }),
  ],
  [
    `${at}.lag.atMost`,
    promised(
      size({
        larger: breaking("The lookup may be further behind: an absence that was proof is none yet."),
        smaller: harmless("The lookup is less behind."),
      }),
    ),
  ],
  [
    `${at}.pages`,
    presence({
      added: breaking("The lookup now comes in pages: who reads one only takes a part for the whole."),
      removed: harmless("The lookup comes in one piece."),
    }),
  ],
  [
    `${at}.pages.size`,
    size({
      larger: harmless("Pages are larger."),
      smaller: harmless("Pages are smaller; who reads to the end still does."),
    }),
  ],
  [
    `${at}.pages.sizeParameter`,
    presence({
      added: harmless("The size of pages can be asked for."),
      removed: review("The size of pages cannot be asked for any more."),
      changed: review("The size of pages is asked for otherwise."),
    }),
  ],
  [`${at}.pages.style`, always(breaking("Pages follow each other otherwise."))],
  [`${at}.pages.next`, always(breaking("The way to the next page stands elsewhere."))],
  [`${at}.pages.parameter`, always(breaking("The next page is asked for otherwise."))],
  [`${at}.pages.lastItem`, always(breaking("The next page is asked for otherwise."))],
  [
    `${at}.complete`,
    promised(({ after }) =>
      after === true
        ? harmless("The lookup leaves nothing out, so its silence is worth more.")
        : breaking("The lookup may leave matches out: its silence is no proof any more."),
    ),
  ],
  [
    `${at}.incomplete`,
    always(
      breaking(
        "The lookup says otherwise that it left something out: connectors may take a part for the whole.",
      ),
    ),
  ],
  [
    "operations.*.settlesWithin",
    promised(
      size({
        larger: breaking(
          "A request may run longer after its client gave up: an absence that was proof is none yet.",
        ),
        smaller: harmless("Requests settle sooner."),
      }),
    ),
  ],
  [
    "operations.*.answer.outcome.pending",
    members({
      added: breaking("There is a new word for what is still open."),
      removed: harmless("A word for what is still open is gone."),
    }),
  ],
  [
    "operations.*.answer.outcome.succeeded",
    members({
      added: breaking("There is a new word for success."),
      removed: harmless("A word for success is gone."),
    }),
  ],
  [
    "operations.*.answer.outcome.failed",
    members({
      added: breaking("There is a new word for failure."),
      removed: harmless("A word for failure is gone."),
    }),
  ],
];
