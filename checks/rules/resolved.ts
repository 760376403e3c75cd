import { unresolvedEndings } from "../knowledge/ending.js";
import type { Rule } from "../rule.js";
import { readable, violation } from "../violation.js";

/** What the contract can settle is settled in the end. */
export default {
  id: "resolved",
  title: "What the contract gives the means to settle does not stay unresolved",
  why: "An `unknown` that the next read would settle is work for a person that no person was needed for.",
  severity: 2,
  judge: (c) =>
    unresolvedEndings(c).flatMap(({ intent, last, ask, means, isForPeople, isGivenUp }) => {
      if (means === null || isForPeople || isGivenUp) return [];
      const sent = intent.sends[0];
      const since =
        sent === undefined || ask.at < sent.at ? "" : `, ${readable(ask.at - sent.at)} after the first send`;
      return [
        violation(c, {
          rule: "resolved",
          message:
            `${intent.businessKey} is ${last === null ? "without any word" : `still \`${last.claim.outcome}\``}${since}, although ${means}: ` +
            "expected a final word",
          entries: [sent?.seq, ask.seq, last?.seq],
          operation: intent.operation.name,
          pointer: /lookup/.test(means)
            ? "/lookup"
            : intent.operation.idempotency === null
              ? ""
              : "/idempotency",
          advice:
            "Take up what is unresolved again, after a restart as well: the same key within its retention, else a lookup.",
        }),
      ];
    }),
} satisfies Rule;
