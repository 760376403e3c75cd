import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { InitOptions } from "./init/options.js";

const command: CliCommand = {
  id: "init",
  summary: "writes a first contract, from an OpenAPI document or with an adapter to start from",
  configure(program: Command): void {
    program
      .option("--openapi <file>", "an OpenAPI 3 document, YAML or JSON, to make the contract from")
      .option(
        "--operation <id...>",
        "with --openapi: only these operations, by operationId, as 'POST /path' or as a glob (default: all that create)",
      )
      .option(
        "--out <path>",
        "the folder to write to; with --openapi also the file, if it ends in .yaml",
        ".",
      )
      .option("--language <id>", "of the adapter: javascript or python (default: asks, or javascript)")
      .option("--name <name>", "of your provider (default: asks, or 'My provider')")
      .option("--yes", "take the defaults instead of asking", false)
      .addHelpText(
        "after",
        `
With --openapi it writes one contract: what the document says, careful guesses, and a comment "open question" for all that only the
provider's documentation can answer. Without, a small contract, threeworlds.yaml and an adapter that 'threeworlds check' runs at once.
No file is ever overwritten. Exit code: 0 written; 2 usage, a document that cannot be read, or a file that is there already.

Examples:
  threeworlds init --openapi openapi.json --operation createPayment
  threeworlds init --openapi openapi.yaml --operation 'payments/*' --out contracts/payments.yaml
  threeworlds init --yes --language python`,
      )
      .action(async (options: InitOptions) => {
        const { runInit } = await import("./init/run-init.js");
        await runInit(options, process.stdout);
      });
  },
};

export default command;
