import { only } from "../../../src/core/history.js";
import type { ReceiverRule } from "../rule.js";
import { told, violation } from "../violation.js";

const rule: ReceiverRule = {
  id: "stays-up",
  title: "no delivery ends the receiver",
  why: "Whatever arrives on a public address can be sent again by anybody, and every restart loses the deliveries under way.",
  severity: 1,
  judge: (c) =>
    only(c.history.entries, "process-exited").map((exit) => {
      const last = c.account.deliveries.findLast(({ seq }) => seq < exit.seq);
      const how = exit.signal === null ? `with code ${exit.code}` : `by ${exit.signal}`;
      const after = last === undefined ? "before anything was delivered" : `after ${told(last)}`;
      return violation(c, {
        rule: "stays-up",
        message: `The receiver exited ${how} ${after}; expected it to answer and go on.`,
        entries: [last?.seq, exit.seq],
        pointer: "",
        advice: "Catch what a delivery can raise at the edge of the receiver and answer with a status.",
      });
    }),
};

export default rule;
