import { readdirSync, readFileSync } from "node:fs";
import { loadContract } from "../../src/contract/load.js";
import type { Contract } from "../../src/contract/model.js";

const folder = new URL("./", import.meta.url);

/** The contracts in this folder, one per shape, by id. */
export const sampleContracts: ReadonlyMap<string, Contract> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => {
      const contract = loadContract(readFileSync(new URL(file, folder), "utf8"), `test/contracts/${file}`);
      return [contract.id, contract];
    }),
);

/** One of them. */
export function sampleContract(id: string): Contract {
  const found = sampleContracts.get(id);
  if (found === undefined) throw new Error(`there is no test/contracts/${id}.yaml`);
  return found;
}
