import { fileURLToPath } from "node:url";
import type { Fault } from "../../mock-provider/fault.js";
import type { Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { readContract } from "../../src/contract/load.js";
import { only, type Effect } from "../../src/core/history.js";

const contracts = new URL("../../contracts/", import.meta.url);

/** A running provider of one of the contracts, and what an SDK's test asks of it. */
export interface Mock extends AsyncDisposable {
  provider: Provider;
  url: string;
  port: number;
  /** One part of the first account's credential. */
  credential(part?: string): string;
  /** The next write of the operation is answered with an error that the contract declares for it. */
  failOnce(operation: string, error: string): void;
  /** Every effect there is, as the provider knows it. */
  effects(): readonly Effect[];
  /** The names of all effects: what a receipt has to be. */
  ids(): string[];
  /** Requests that no route of the contract was meant by. */
  strays(): string[];
}

/** Starts the provider of `contracts/<id>.yaml` on a free port. */
export async function startMock(id: string): Promise<Mock> {
  const contract = await readContract(fileURLToPath(new URL(`${id}.yaml`, contracts)));
  const provider = await startProvider(contract, { seed: 7, faults: await loadCatalogue<Fault>("faults") });
  return {
    provider,
    url: provider.baseUrl,
    port: provider.port,
    credential(part = "token") {
      const value = provider.credentials.first[part];
      if (typeof value !== "string") throw new Error(`No part '${part}' in the credential.`);
      return value;
    },
    failOnce(operation, error) {
      const declared = contract.operations
        .find(({ name }) => name === operation)
        ?.errors.find(({ name }) => name === error);
      if (declared === undefined) throw new Error(`${id}: no error '${error}' of ${operation}.`);
      const { status, headers, body } = declared;
      const options = { status, headers, ...(body === undefined ? {} : { body }), name: error };
      provider.arm({ fault: "answer-with", at: "admitted", on: { operation }, options });
    },
    effects: () => provider.effects(),
    ids: () => provider.effects().flatMap(({ id: name }) => name),
    strays() {
      const received = only(provider.journal.entries(), "request-received");
      return received
        .filter(({ operation }) => operation === null)
        .map(({ method, path }) => `${method} ${path}`);
    },
    [Symbol.asyncDispose]: () => provider.close(),
  };
}
