// The careful connector for the contract at THREEWORLDS_CONTRACT, or with THREEWORLDS_FLAW the one that makes that mistake.
// THREEWORLDS_WITHOUT names what it does without: reconcile, clock.
// The contract is YAML, or for a quicker start the same as JSON in the form of src/contract/model.ts.
import { readFile } from "node:fs/promises";
import { serveConnector } from "threeworlds/connector";
import { Careful } from "./careful/connector.mjs";

const { THREEWORLDS_CONTRACT: file, THREEWORLDS_FLAW: flaw, THREEWORLDS_WITHOUT: without = "" } = process.env;
if (file === undefined) throw new Error("THREEWORLDS_CONTRACT names no contract");
const contract = await readNormalised(file);
const Connector = flaw === undefined ? Careful : (await import(`./flaws/${flaw}.mjs`)).default(Careful);

serveConnector((world) => {
  const { reconcile, capabilities, ...rest } = new Connector(world, contract).handlers();
  return {
    ...rest,
    ...(without.includes("reconcile") ? {} : { reconcile }),
    capabilities: capabilities.filter((capability) => !without.includes(capability)),
  };
});

async function readNormalised(path) {
  if (path.endsWith(".json")) return JSON.parse(await readFile(path, "utf8"));
  const { readContract } = await import("../../dist/src/contract/load.js");
  return readContract(path);
}
