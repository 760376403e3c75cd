import { claimViolations } from "../claim-violations.js";
import type { Rule } from "../rule.js";
import { sendViolations } from "../send-violations.js";

const advice =
  "Follow the pages until the provider says that there are no more, before concluding that something is not there.";

/** Absence is concluded from all pages only. */
export default {
  id: "reads-to-the-end",
  title: "Absence is concluded only after the last page",
  why: "The effect was on the next page: absence from one page is not absence.",
  severity: 2,
  judge: (c) => [
    ...sendViolations(c, "reads-to-the-end", ({ intent }) => ({
      message: `${intent.businessKey} was sent again after a lookup of which not all pages were read: expected it to be read to the end`,
      pointer: "/lookup",
      advice,
    })),
    ...claimViolations(c, "reads-to-the-end", { pointer: "/lookup", advice }),
  ],
} satisfies Rule;
