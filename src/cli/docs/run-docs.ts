import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { readContract } from "../../contract/load.js";
import type { Contract } from "../../contract/model.js";
import { KitError } from "../../core/errors.js";
import { countFacts, countsInWords } from "../../docs/providers/facts.js";
import { providerSite } from "../../docs/providers/site.js";
import { findFiles } from "../lint/find-files.js";

export interface DocsOptions {
  /** The folder to write to. */
  out: string;
}

/** Writes the pages of all contracts and says how much they rest on; gives the exit code. */
export async function runDocs(
  patterns: readonly string[],
  options: DocsOptions,
  output: { write(text: string): unknown },
): Promise<number> {
  const contracts = await readAll(await findFiles(patterns));
  const pages = providerSite(contracts);
  try {
    await mkdir(options.out, { recursive: true });
    for (const [name, text] of pages) await writeFile(path.join(options.out, name), text);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new KitError("file", `--out ${options.out}: cannot be written: ${reason}.`, { cause: error });
  }
  const facts = contracts.flatMap((contract) => contract.facts).length;
  output.write(
    `${counted(contracts.length, "contract")}, ${counted(facts, "fact")}: ${countsInWords(countFacts(contracts))}\n` +
      `${counted(pages.size, "page")} written to ${options.out}\n`,
  );
  return 0;
}

/** Every contract, or one error that says what is wrong with all that cannot be read. */
async function readAll(files: readonly string[]): Promise<Contract[]> {
  const contracts: Contract[] = [];
  const refusals: KitError[] = [];
  for (const file of files) {
    try {
      contracts.push(await readContract(file));
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      refusals.push(error);
    }
  }
  const [first] = refusals;
  if (first !== undefined)
    throw new KitError(first.code, refusals.map(({ message }) => message).join("\n\n"));
  return contracts;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
