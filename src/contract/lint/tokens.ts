import type { Contract } from "../model.js";
import { repeatedRefresh } from "../token-safety.js";
import { isStated, type Finding } from "./finding.js";

/** What a contract leaves open of OAuth tokens. */
export function tokenFindings(contract: Contract): Finding[] {
  const { oauth } = contract.credentials;
  if (oauth === null) return [];
  const findings: Finding[] = [];
  const note = (pointer: string, code: string, message: string, hint: string): void => {
    findings.push({ pointer, severity: "note", code, message, hint });
  };
  if (!isStated(contract, "/credentials/refresh")) {
    note(
      "/credentials",
      "no-refresh-stated",
      "it does not say whether a token refresh invalidates a concurrent request.",
      "Add `refresh:`.",
    );
  } else if (repeatedRefresh(oauth) === "never") {
    note(
      "/credentials/refresh",
      "lost-refresh-locks-out",
      "nothing promises that a refresh whose answer was lost may be repeated: a person then has to give the access anew.",
      "Say who that is in `humanReconciliation:`; add `graceForLostAnswer:` if the provider has one.",
    );
  }
  if (oauth.checkedBefore.promised === null) {
    note(
      "/credentials/expired",
      "expiry-proves-nothing",
      "it does not say that a token is looked at before the write is done, so that a 401 is no proof that nothing happened.",
      "Add `expired: { checkedBefore: commit }` if the provider says so.",
    );
  }
  return findings;
}
