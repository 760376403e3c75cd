import type { Operation } from "../../src/contract/model.js";
import type { Variant } from "../../src/core/scenario.js";
import type { Scenario } from "../scenario.js";
import { perform, settle } from "../steps.js";

export default {
  id: "scope",
  title: "Equal business keys meet under one idempotency key",
  why: "Order 7 of one account is not order 7 of another, and its refund is not its payment: within the provider's scope their keys must differ.",
  family: "idempotency",
  plan: ({ contract, operation, performs }): Variant[] => {
    const keyless = "the operation has no idempotency key";
    if (operation.idempotency === null) {
      return ["two-accounts", "two-operations"].map((name) => ({ name, notApplicable: keyless }));
    }
    // The key is then the business key itself, wherever the connector would put it.
    const isReference = operation.idempotency.key.name === operation.request.reference;
    const other = contract.operations.find(
      (candidate) => performs.includes(candidate.name) && sharesKeys(operation, candidate),
    );
    return [
      isReference
        ? { name: "two-accounts", notApplicable: "the key is what the provider knows the business key by" }
        : { name: "two-accounts", steps: [perform(), perform({ account: "second" }), settle] },
      other === undefined
        ? {
            name: "two-operations",
            notApplicable: "the connector performs no second operation with such a key",
          }
        : { name: "two-operations", steps: [perform(), perform({ operation: other.name }), settle] },
    ];
  },
} satisfies Scenario;

function sharesKeys(operation: Operation, other: Operation): boolean {
  return (
    other.name !== operation.name &&
    other.nature !== "reads" &&
    other.idempotency?.is === "key" &&
    operation.idempotency?.is === "key"
  );
}
