import type { Step, Variant } from "../../src/core/scenario.js";
import { hasMeans } from "../means.js";
import type { Scenario, Subject } from "../scenario.js";
import { advance, dieWhileSending, otherOrder, perform, restart, settle } from "../steps.js";
import { expireToken, noTokens, pastLifetimeMs } from "../token-steps.js";

export default {
  id: "token-expired",
  title: "The access token is no longer good",
  why: "A 401 for it says that a new token is needed, and nothing of what was sent before: it is neither a failure of the write nor a proof that an earlier attempt did nothing.",
  family: "credentials",
  plan: (subject): Variant[] => {
    const { oauth } = subject.contract.credentials;
    if (oauth === null) return [{ name: null, notApplicable: noTokens }];
    return [
      played("before-commit", expireToken(), perform()),
      played("by-time", advance(pastLifetimeMs(oauth)), perform()),
      whileUnknown(subject),
      whilePending(subject),
      // What the first process got has to be there for the second one.
      played("after-restart", expireToken(), perform(), restart, perform({ businessKey: otherOrder })),
      played(
        "two-accounts",
        expireToken(),
        perform(),
        expireToken("second"),
        perform({ businessKey: otherOrder, account: "second" }),
      ),
    ];
  },
} satisfies Scenario;

function played(name: string, ...steps: Step[]): Variant {
  return { name, steps: [...steps, settle] };
}

/** The repeat or the lookup that would settle a lost answer is what meets the expired token. */
function whileUnknown({ operation }: Subject): Variant {
  const name = "while-unknown";
  if (!hasMeans(operation)) {
    return { name, notApplicable: "the contract offers nothing that may be sent or read after a crash" };
  }
  return played(name, ...dieWhileSending("committed"), expireToken(), restart);
}

function whilePending({ operation }: Subject): Variant {
  const name = "while-pending";
  if (operation.answer.outcome?.by !== "poll") {
    return { name, notApplicable: "there is no outcome that is polled" };
  }
  return played(name, perform(), expireToken());
}
