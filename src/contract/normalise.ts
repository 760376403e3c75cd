import { normaliseCredentials } from "./normalise/credentials.js";
import { normaliseOperation } from "./normalise/operation.js";
import { normaliseProvider } from "./normalise/provider.js";
import { normaliseWebhooks } from "./normalise/webhooks.js";
import { Silence } from "./normalise/silence.js";
import type { Contract } from "./model.js";
import type { ContractDocument } from "./schema.js";

/** Makes the model from a valid document in short form: defaults filled in, durations in milliseconds. */
export function normalise(
  document: ContractDocument,
  silent: ReadonlySet<string>,
): Pick<Contract, "provider" | "credentials" | "operations" | "webhooks"> {
  const provider = normaliseProvider(document.provider);
  const silence = new Silence(silent);
  return {
    provider,
    credentials: normaliseCredentials(document.credentials, provider, silence),
    operations: Object.entries(document.operations ?? {}).map(([name, operation]) =>
      normaliseOperation(name, operation, provider, silence),
    ),
    ...(document.webhooks === undefined ? {} : { webhooks: normaliseWebhooks(document.webhooks, silence) }),
  };
}
