import { only } from "../../src/core/history.js";
import type { Rule } from "../rule.js";
import { readable, violation } from "../violation.js";

/** A connector that obeys `timing` answers within patience. */
export default {
  id: "bounded-wait",
  title: "Every message is answered within patience",
  why: "A call that never returns holds a worker for ever, and nobody is told that it is stuck.",
  severity: 3,
  judge(c) {
    if (!c.history.capabilities.includes("timing")) return [];
    return only(c.history.entries, "unanswered")
      .filter(({ why }) => why === "patience")
      .map((entry) => {
        const ask = c.knowledge.asks.findLast(
          ({ process, seq, until }) => process === entry.process && seq < entry.seq && until >= entry.seq,
        );
        const about = ask?.businessKey ?? null;
        return violation(c, {
          rule: "bounded-wait",
          message:
            `${ask?.command ?? "a message"}${about === null ? "" : ` of ${about}`} was not answered within ${readable(c.history.patienceMs)}: ` +
            `expected an answer, since the connector obeys \`timing\` (time-out ${readable(c.history.timing.timeoutMs)}, budget ${readable(c.history.timing.budgetMs)})`,
          entries: [ask?.seq, entry.seq],
          pointer: "",
          advice:
            "Give every request a time-out and every message a budget; what is not settled by then is `unknown`.",
        });
      });
  },
} satisfies Rule;
