import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { DocsOptions } from "./docs/run-docs.js";

const command: CliCommand = {
  id: "docs",
  summary: "writes what contracts say as pages for people, one per provider, and an index that compares them",
  configure(program: Command): void {
    program
      .argument("<contracts...>", "contracts: files, folders or globs")
      .requiredOption("--out <dir>", "the folder to write to; it is made when it is not there")
      .addHelpText(
        "after",
        `
Writes a Markdown and an HTML page for each contract, index.md and index.html. Pages need no network. What else is in the folder stays.
Exit code: 0 written; 2 usage, or a contract that cannot be read (then nothing is written).

Examples:
  threeworlds docs contracts/ --out docs/providers
  threeworlds docs contracts/stripe.yaml --out pages`,
      )
      .action(async (contracts: string[], options: DocsOptions) => {
        const { runDocs } = await import("./docs/run-docs.js");
        process.exitCode = await runDocs(contracts, options, process.stdout);
      });
  },
};

export default command;
