import { readdirSync, readFileSync } from "node:fs";
import { loadContract } from "../../../src/contract/load.js";
import type { Contract } from "../../../src/contract/model.js";

const folder = new URL("../../../contracts/", import.meta.url);

/** Every contract that is shipped. */
export function shippedContracts(): Contract[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => loadContract(readFileSync(new URL(file, folder), "utf8"), `contracts/${file}`));
}

/** A contract in which everything that could be is markup. */
export function hostileContract(): Contract {
  return loadContract(readFileSync(new URL("hostile.yaml", import.meta.url), "utf8"), "hostile.yaml");
}
