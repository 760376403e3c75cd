import type { ReceiverStep } from "../../src/core/receiver-step.js";
import type { ReceiverScenario, ReceiverSubject } from "./scenario.js";

/** One variant of one scenario: what is played, or in plain words why it does not apply. */
export type PlannedReceiverCase = {
  /** `<scenario>` or `<scenario>/<variant>`. */
  scenario: string;
} & ({ steps: ReceiverStep[] } | { notApplicable: string });

/** Every variant of every scenario for the webhooks of a contract, in the order of their full names. Pure. */
export function planReceiver(
  subject: ReceiverSubject,
  scenarios: readonly ReceiverScenario[],
): PlannedReceiverCase[] {
  return scenarios
    .flatMap((scenario) =>
      scenario.plan(subject).map((variant): PlannedReceiverCase => {
        const { name, ...rest } = variant;
        return { scenario: name === null ? scenario.id : `${scenario.id}/${name}`, ...rest };
      }),
    )
    .sort((a, b) => (a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : 0));
}
