import { formatDiagnostics, type Diagnostic } from "../contract/diagnostics.js";
import { checkPayload } from "../contract/meaning/payload.js";
import type { Contract } from "../contract/model.js";
import { below } from "../contract/schema/walk.js";
import { expectedGot, KitError } from "../core/errors.js";
import { suggest } from "../core/suggest.js";
import type { ConnectorConfig } from "./config.js";

/** Throws KitError("config") with every payload of a configured connector that its contract cannot take. */
export function refuseBadPayloads({ name, payloads, written }: ConnectorConfig, contract: Contract): void {
  const here = `${below("/connectors", name)}/payloads`;
  const known = contract.operations.map((operation) => operation.name);
  const diagnostics = Object.entries(payloads).flatMap(([operationName, payload]): Diagnostic[] => {
    const at = below(here, operationName);
    const operation = contract.operations.find((one) => one.name === operationName);
    if (operation === undefined) {
      return [
        {
          ...written.locate(at),
          severity: "error",
          code: "unknown-operation",
          message: `payloads: ${expectedGot(`an operation of ${contract.file}`, `'${operationName}'`)}.`,
          hint: suggest(operationName, known).trim(),
        },
      ];
    }
    return checkPayload(operation, payload).map(({ pointer, code, message, hint = null }) => ({
      ...written.locate(`${at}${pointer}`),
      severity: "error",
      code,
      message,
      hint,
    }));
  });
  if (diagnostics.length > 0) throw new KitError("config", formatDiagnostics(diagnostics, written.source));
}
