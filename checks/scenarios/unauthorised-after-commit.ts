import type { AnswerTemplate, OAuth } from "../../src/contract/model.js";
import type { Variant } from "../../src/core/scenario.js";
import { answerOptions } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { fault, perform, settle } from "../steps.js";
import { noTokens } from "../token-steps.js";

export default {
  id: "unauthorised-after-commit",
  title: "The write took effect, and the answer is a 401",
  why: "Only a 401 of which the provider says that it comes before anything is done proves that nothing was done. Sent again after any other, the write happens twice.",
  family: "credentials",
  plan: ({ contract }): Variant[] => {
    const { oauth } = contract.credentials;
    if (oauth === null) return [{ name: null, notApplicable: noTokens }];
    return [byProvider(oauth), byGateway(oauth, contract.provider.refusals.gateway)];
  },
} satisfies Scenario;

function byProvider({ checkedBefore, expired }: OAuth): Variant {
  const name = "by-provider";
  if (checkedBefore.promised !== null) {
    return { name, notApplicable: "the provider looks at the token before it commits" };
  }
  return unauthorised(name, expired);
}

/** In words of its own, hence not to be taken for the provider's. */
function byGateway({ checkedBefore, expired }: OAuth, gateway: AnswerTemplate): Variant {
  const name = "by-gateway";
  if (checkedBefore.promised !== null && expired.body === undefined) {
    return { name, notApplicable: "nothing tells a gateway's 401 from the provider's" };
  }
  return unauthorised(name, { ...gateway, status: 401, body: "<html>Authorization Required</html>" });
}

// Said by a gateway in either case: whoever checks tokens stands before the memory of keys.
function unauthorised(name: string, answer: AnswerTemplate): Variant {
  const options = { ...answerOptions(answer), by: "gateway" };
  return { name, steps: [fault("answer-with", "committed", { options }), perform(), settle] };
}
