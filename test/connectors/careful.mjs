// The careful connector for the contract at THREEWORLDS_CONTRACT, or with THREEWORLDS_FLAW the one that makes that mistake.
import { serveConnector } from "threeworlds/connector";
import { readContract } from "../../dist/src/contract/load.js";
import { Careful } from "./careful/connector.mjs";

const { THREEWORLDS_CONTRACT: file, THREEWORLDS_FLAW: flaw } = process.env;
if (file === undefined) throw new Error("THREEWORLDS_CONTRACT names no contract");
const contract = await readContract(file);
const Connector = flaw === undefined ? Careful : (await import(`./flaws/${flaw}.mjs`)).default(Careful);

serveConnector((world) => new Connector(world, contract).handlers());
