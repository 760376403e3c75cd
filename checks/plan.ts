import type { Contract, Operation } from "../src/contract/model.js";
import type { Capability, Timing } from "../src/core/protocol.js";
import type { Step } from "../src/core/scenario.js";
import type { Scenario, Subject } from "./scenario.js";

/** One operation in one variant of one scenario: what is played, or in plain words why it does not apply. */
export type PlannedCase = {
  operation: string;
  /** `<scenario>` or `<scenario>/<variant>`. */
  scenario: string;
} & ({ steps: Step[]; needs: Capability[] } | { notApplicable: string });

/**
 * Every variant of every scenario for each operation that writes, in the order of the operations and then of the
 * scenarios' full names. `performs` names the operations the connector knows (default: all). Pure: the same contract gives the same plan.
 */
export function plan(
  contract: Contract,
  operations: readonly Operation[],
  scenarios: readonly Scenario[],
  timing: Timing,
  performs: readonly string[] = contract.operations.map(({ name }) => name),
): PlannedCase[] {
  return operations
    .filter(({ nature }) => nature !== "reads")
    .flatMap((operation) =>
      scenarios
        .flatMap((scenario) => casesOf(scenario, { contract, operation, performs, timing }))
        .sort((a, b) => (a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : 0)),
    );
}

function casesOf(scenario: Scenario, subject: Subject): PlannedCase[] {
  return scenario.plan(subject).map((variant) => {
    const id = variant.name === null ? scenario.id : `${scenario.id}/${variant.name}`;
    const named = { operation: subject.operation.name, scenario: id };
    return "notApplicable" in variant
      ? { ...named, notApplicable: variant.notApplicable }
      : { ...named, steps: variant.steps, needs: variant.needs ?? [] };
  });
}
