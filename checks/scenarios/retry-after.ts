import type { Operation } from "../../src/contract/model.js";
import type { Variant } from "../../src/core/scenario.js";
import { declaredError, waitHeaderOf } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

/**
 * What stands in the header, by variant, whole seconds as on the wire; and how often. Where the header gives no wait, one
 * resend at once may be chance: only several tell hammering from a back-off of the connector's own. No more than a job
 * runner comes again.
 */
const values = [
  ["seconds", "1", 1],
  ["zero", "0", 3],
  ["negative", "-1", 3],
  ["huge", "9999999999", 1],
  ["fractional", "0.129", 1],
  ["malformed", "soon", 3],
] as const;

export default {
  id: "retry-after",
  title: "The provider says how long to wait",
  why: "Seconds are not milliseconds, a date is not a number, and what makes no sense is no permission to hammer.",
  family: "declared-errors",
  plan: ({ operation }): Variant[] => [
    ...values.map(([name, value, times]) => variant(operation, name, "seconds", value, times)),
    variant(operation, "http-date", "httpDate", "{{now.httpDate +2s}}", 1),
  ],
} satisfies Scenario;

function variant(
  operation: Operation,
  name: string,
  format: "seconds" | "httpDate",
  value: string,
  times: number,
): Variant {
  const found = waitHeaderOf(operation, format);
  if (found === null) {
    const what = format === "seconds" ? "seconds" : "a date";
    return {
      name,
      notApplicable: `the contract declares no retryable error whose wait is ${what} in a header`,
    };
  }
  const { error, header } = found;
  return {
    name,
    steps: [
      declaredError(error, "before-commit", { headers: { [header]: value }, times }),
      perform(),
      settle,
    ],
  };
}
