import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { DiffOptions } from "./diff/run-diff.js";

const command: CliCommand = {
  id: "diff",
  summary:
    "says what changed in meaning between two versions of a contract, and whether it breaks connectors",
  configure(program: Command): void {
    program
      .argument("<old>", "the contract as it was")
      .argument("<new>", "the contract as it is")
      .option("--json", "print the changes as JSON", false)
      .addHelpText(
        "after",
        `
A change is breaking when a connector that is careful by the old contract may do wrong under the new one. Another order or
spelling is no change. What no rule can judge is marked for review.
Exit code: 0 nothing is breaking; 1 something is; 2 usage, or a contract that cannot be read.

Examples:
  threeworlds diff contracts/stripe.yaml new/stripe.yaml
  git show main:contracts/stripe.yaml > old.yaml && threeworlds diff old.yaml contracts/stripe.yaml --json`,
      )
      .action(async (older: string, newer: string, options: DiffOptions) => {
        const { runDiff } = await import("./diff/run-diff.js");
        process.exitCode = await runDiff(older, newer, options, process.stdout);
      });
  },
};

export default command;
