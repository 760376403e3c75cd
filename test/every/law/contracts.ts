import { readdirSync } from "node:fs";
import { readContract } from "../../../src/contract/load.js";
import type { Contract, Operation } from "../../../src/contract/model.js";

const folders = ["contracts", "test/contracts", "test/connectors/contracts"];

const files = [
  ...folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".yaml"))
      .sort()
      .map((file) => `${folder}/${file}`),
  ),
  "examples/python/tickets.yaml",
];

/** Every contract there is, in the order of its file's name. */
export const contracts: readonly Contract[] = await Promise.all(files.map((file) => readContract(file)));

/** The contract with this id. */
export function contractNamed(id: string): Contract {
  const found = contracts.find((contract) => contract.id === id);
  if (found === undefined) throw new Error(`there is no contract '${id}'`);
  return found;
}

/** The operation of a contract with this name. */
export function operationOf(contract: Contract, name: string): Operation {
  const found = contract.operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`${contract.id} has no operation '${name}'`);
  return found;
}
