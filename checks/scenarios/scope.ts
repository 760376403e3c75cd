import type { Operation } from "../../src/contract/model.js";
import type { Variant } from "../../src/core/scenario.js";
import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

export default {
  id: "scope",
  title: "Two accounts, or two operations, use equal business keys",
  why: "Order 7 of one account is not order 7 of another, and its refund is not its payment: neither the provider's keys nor a ledger of one's own may take one for the other.",
  family: "idempotency",
  plan: ({ contract, operation, performs }): Variant[] => {
    // The key is then the business key itself, wherever the connector would put it.
    const isReference =
      operation.idempotency !== null && operation.idempotency.key.name === operation.request.reference;
    const other = contract.operations.find(
      (candidate) => performs.includes(candidate.name) && areAlike(operation, candidate),
    );
    return [
      isReference
        ? { name: "two-accounts", notApplicable: "the key is what the provider knows the business key by" }
        : { name: "two-accounts", steps: [perform(), perform({ account: "second" }), settle] },
      other === undefined
        ? { name: "two-operations", notApplicable: "the connector performs no second operation of this kind" }
        : { name: "two-operations", steps: [perform(), perform({ operation: other.name }), settle] },
    ];
  },
} satisfies Scenario;

/** Whether two operations are written with keys of the connector's own, or both without. */
function areAlike(operation: Operation, other: Operation): boolean {
  return (
    other.name !== operation.name &&
    other.nature !== "reads" &&
    operation.idempotency?.is !== "natural" &&
    other.idempotency?.is === operation.idempotency?.is
  );
}
