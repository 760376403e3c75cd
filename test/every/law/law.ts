import type { Contract, Operation } from "../../../src/contract/model.js";
import { Stage } from "./stage.js";

const centuryMs = 100 * 365 * 86_400_000;

/** One thing that holds of every contract which has what it speaks of. */
export interface Law {
  id: string;
  /** A present-tense fact about the mock provider. */
  title: string;
  /** It is about tokens that expire; before other laws, which move the clock by years, they last. */
  tokensExpire?: true;
  applies(operation: Operation, contract: Contract): boolean;
  /** Writes down on the stage what is not as the contract says. */
  judge(stage: Stage): Promise<void>;
}

/** Everything in which a provider of `enacted` breaks a law of the contract; one line each. */
export async function violationsOf(
  law: Law,
  contract: Contract,
  operation: string,
  enacted: Contract,
): Promise<string[]> {
  const stage = await Stage.open(contract, operation, law.tokensExpire === true ? enacted : lasting(enacted));
  try {
    await law.judge(stage);
    return stage.violations;
  } finally {
    await stage.close();
  }
}

/** The same contract with access tokens that outlive whatever a law does. */
function lasting(contract: Contract): Contract {
  const { oauth } = contract.credentials;
  if (oauth === null) return contract;
  const lifetimeMs = { ...oauth.lifetimeMs, enacted: centuryMs };
  return { ...contract, credentials: { ...contract.credentials, oauth: { ...oauth, lifetimeMs } } };
}

/** The operations of contracts that a law speaks of. */
export function casesOf(
  law: Law,
  contracts: readonly Contract[],
): { name: string; contract: Contract; operation: string }[] {
  return contracts.flatMap((contract) =>
    contract.operations
      .filter((operation) => law.applies(operation, contract))
      .map(({ name }) => ({ name: `${contract.id} ${name}`, contract, operation: name })),
  );
}

/** Whether an operation writes. */
export function writes({ nature }: Operation): boolean {
  return nature !== "reads";
}
