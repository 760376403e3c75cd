import type { Contract, Operation } from "../src/contract/model.js";
import { KitError } from "../src/core/errors.js";

/** Throws KitError("contract") that names every part of a contract that the mock provider does not enact yet. */
export function refuseWhatIsNotEnacted(contract: Contract): void {
  const problems = contract.operations.flatMap((operation) =>
    problemsOf(operation).map(([pointer, what]) => {
      const { file, line } = contract.locate(`/operations/${operation.name}${pointer}`);
      return `${file}:${line}: ${what} is not enacted by the mock provider yet.`;
    }),
  );
  if (problems.length > 0) throw new KitError("contract", problems.join("\n"));
}

const enacted = new Set(["json", "form", "none"]);

function problemsOf({ request, idempotency }: Operation): [pointer: string, what: string][] {
  const problems: [string, string][] = [];
  if (request.body.length > 0 && !request.body.some((kind) => enacted.has(kind))) {
    problems.push(["/request/body", `a body of the kind '${request.body.join("' or '")}'`]);
  }
  if (request.match.graphqlField !== null) {
    problems.push(["/request/match", "telling operations apart by a GraphQL field"]);
  }
  if (idempotency?.key.in === "graphqlDirective") {
    problems.push(["/idempotency/key", "an idempotency key in a GraphQL directive"]);
  }
  return problems;
}
