import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { LintCommandOptions } from "./lint/run-lint.js";

const command: CliCommand = {
  id: "lint",
  summary: "says what is wrong with contracts, and what they leave open",
  configure(program: Command): void {
    program
      .argument("<files...>", "contracts: files, folders or globs")
      .option("--format <id>", "text, json, sarif or github", "text")
      .addHelpText(
        "after",
        `
Exit code: 0 no errors; 1 a contract leaves questions open or cannot be safe; 2 usage, or a contract that cannot be read.

Examples:
  threeworlds lint contracts/
  threeworlds lint 'contracts/*.yaml' --format sarif > lint.sarif`,
      )
      .action(async (files: string[], options: LintCommandOptions) => {
        const { runLint } = await import("./lint/run-lint.js");
        process.exitCode = await runLint(files, options, process.stdout);
      });
  },
};

export default command;
