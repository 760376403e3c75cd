import { inspectContractFile } from "../../contract/load.js";
import { lintContract } from "../../contract/lint.js";
import { inFileOrder } from "../../contract/diagnostics.js";
import { KitError, expectedGot } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import { findFiles } from "./find-files.js";
import { formats, type LintedFile } from "./formats.js";

export interface LintCommandOptions {
  format: string;
}

/** Lints the files, writes what was found, and gives the exit code. */
export async function runLint(
  patterns: readonly string[],
  options: LintCommandOptions,
  output: { write(text: string): unknown },
): Promise<number> {
  const format = formats[options.format];
  if (format === undefined) {
    const known = Object.keys(formats);
    throw new KitError(
      "usage",
      `--format: ${expectedGot(`one of ${known.join(", ")}`, `'${options.format}'`)}.${suggest(options.format, known)}`,
    );
  }
  const today = new Date().toISOString().slice(0, 10);
  const linted: LintedFile[] = [];
  for (const file of await findFiles(patterns)) {
    const { contract, diagnostics, text } = await inspectContractFile(file);
    const findings = contract === null ? [] : lintContract(contract, { today });
    linted.push({ file, text, contract, diagnostics: inFileOrder([...diagnostics, ...findings]) });
  }
  output.write(format(linted));
  if (linted.some(({ contract }) => contract === null)) return 2;
  return linted.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === "error")) ? 1 : 0;
}
