import type { StateOfKnowledge } from "../../src/contract/next-moves.js";

/** What the connector knew, in a few words. */
export function reasonOf(states: readonly StateOfKnowledge[]): string {
  const [state] = states;
  switch (state?.knows) {
    case undefined:
    case "nothing-sent":
      return "nothing was sent";
    case "ambiguous": {
      const failure = state.failures.at(-1);
      if (state.lookup === "found-several") return "several effects match";
      if (state.lookup === "found-other") return "what was found has other content";
      if (!state.answerLost && failure !== undefined) return `the answer was ${failure.status}`;
      return "no readable answer came";
    }
    case "in-flight":
      return "the first request was still running";
    case "refused":
      return `the answer was ${state.status}${state.error === null ? "" : ` ${state.error.name}`}`;
    case "acknowledged":
      return "it was acknowledged";
    case "mismatch":
      return "the key was used with another payload";
    case "original-named":
      return "the key was taken";
    case "not-sent":
      return "it was not sent";
    case "outcome-failed":
      return "its outcome was a failure";
    default:
      return "its receipt was there";
  }
}
