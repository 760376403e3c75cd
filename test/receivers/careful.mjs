// The careful receiver for the contract at THREEWORLDS_CONTRACT (as JSON, in the form of src/contract/model.ts): with
// THREEWORLDS_VARIANT another careful one, with THREEWORLDS_FLAW the one that makes that mistake.
import { readFile } from "node:fs/promises";
import { serveReceiver } from "threeworlds/receiver";
import { Careful } from "./careful/receiver.mjs";

const { THREEWORLDS_CONTRACT: file, THREEWORLDS_VARIANT: variant, THREEWORLDS_FLAW: flaw } = process.env;
if (file === undefined) throw new Error("THREEWORLDS_CONTRACT names no contract");
const contract = JSON.parse(await readFile(file, "utf8"));
const Base = variant === undefined ? Careful : (await import(`./variants/${variant}.mjs`)).default(Careful);
const Receiver = flaw === undefined ? Base : (await import(`./flaws/${flaw}.mjs`)).default(Base);

serveReceiver((world, testPoint) => new Receiver(world, testPoint, contract).receiver());
