import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { readContract } from "../contract/load.js";
import type { Contract } from "../contract/model.js";
import { expectedGot, KitError } from "../core/errors.js";
import type { Flaw } from "./flaw.js";

/** A connector whose faults are known: none, or exactly one. */
export interface Actor {
  id: string;
  contract: Contract;
  /** Null for a careful one. */
  flaw: Flaw | null;
  /** How it is started, from the root of the package; null: the careful connector of test/connectors, which reads the contract. */
  command: string | null;
}

/** Careful connectors that know one contract only. */
const carefulPrograms = [
  { id: "python", contract: "tickets", command: "python3 examples/python/careful.py" },
  { id: "python-keyed", contract: "key-only", command: "python3 test/connectors/python/keyed.py" },
];

/** The root of the package, in the sources as well as compiled. */
export const packageRoot = findRoot();

/** Every connector with a mistake, by id. */
export async function loadFlaws(): Promise<Flaw[]> {
  const folder = join(packageRoot, "test/connectors/flaws");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".mjs")).sort();
  return Promise.all(
    files.map(async (file) => {
      const { metadata } = (await import(pathToFileURL(join(folder, file)).href)) as { metadata: Flaw };
      if (metadata.id === basename(file, ".mjs")) return metadata;
      const wanted = expectedGot(`the id '${basename(file, ".mjs")}' (the file name)`, `'${metadata.id}'`);
      throw new KitError("catalogue", `test/connectors/flaws/${file}: ${wanted}. Rename the file or the id.`);
    }),
  );
}

/** The contracts that they are played on, by id: one for each shape. */
export async function loadContracts(): Promise<Map<string, Contract>> {
  const folders = ["test/contracts", "test/connectors/contracts", "examples/python"];
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(packageRoot, folder))).map((file) => join(folder, file)),
    ),
  );
  const wanted = files.flat().filter((file) => file.endsWith(".yaml"));
  const contracts = await Promise.all(wanted.map((file) => readContract(join(packageRoot, file))));
  return new Map(contracts.map((contract) => [contract.id, contract]));
}

/** Everybody: the careful connector on each contract, the other careful ones, and every flaw. */
export async function loadCast(): Promise<{ careful: Actor[]; flawed: Actor[] }> {
  const contracts = await loadContracts();
  const contractOf = (id: string, whose: string): Contract => {
    const contract = contracts.get(id);
    if (contract !== undefined) return contract;
    const got = expectedGot(`one of ${[...contracts.keys()].join(", ")}`, `'${id}'`);
    throw new KitError("catalogue", `The contract of '${whose}': ${got}.`);
  };
  const ofContracts = [...contracts.values()].map((contract) => careful(contract.id, contract, null));
  const ofPrograms = carefulPrograms.map(({ id, contract, command }) =>
    careful(id, contractOf(contract, id), command),
  );
  const flawed = (await loadFlaws()).map((flaw) => ({
    id: flaw.id,
    contract: contractOf(flaw.contract, flaw.id),
    flaw,
    command: flaw.command ?? null,
  }));
  return { careful: [...ofContracts, ...ofPrograms], flawed };
}

function careful(id: string, contract: Contract, command: string | null): Actor {
  return { id, contract, flaw: null, command };
}

function findRoot(): string {
  const above = ["../../", "../../../"].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return above.find((folder) => existsSync(join(folder, "package.json"))) ?? process.cwd();
}
