import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { CheckOptions } from "./check/run-check.js";

const command: CliCommand = {
  id: "check",
  summary: "puts connectors through lost answers, crashes and refusals, and judges what they did",
  configure(program: Command): void {
    program
      .argument(
        "[names...]",
        "connectors and receivers of threeworlds.yaml; or one CONTRACT together with --connector or --receiver",
      )
      .option("--connector <command>", "the command that starts the connector's adapter")
      .option("--receiver <command>", "the command that starts the adapter of a receiver of webhooks")
      .option("--config <file>", "the file that lists connectors", "threeworlds.yaml")
      .option("--operation <name>", "check only this operation; repeatable", collect)
      .option(
        "--performs <name>",
        "an operation that the connector performs; repeatable (default: every write of the contract)",
        collect,
      )
      .option(
        "--scenario <glob>",
        "only these scenarios: a name, a family of variants, or a glob; repeatable",
        collect,
      )
      .option("--driver <id>", "how the connector is reached", "stdio")
      .option(
        "--report <id[=file]>",
        "how to report, to stdout or a file; repeatable (default: terminal)",
        collect,
      )
      .option("--out <dir>", "write every history there")
      .option("--seed <n>", "makes a run repeatable", "1")
      .option("--jobs <n>", "scenarios played side by side (default: one per core)")
      .option("--patience <duration>", "how long to wait for an answer of the connector (default: 10s)")
      .option("--allow-inconclusive", "exit 0 although something could not be exercised", false)
      .option("--dry-run", "print what would be played, and stop", false)
      .addHelpText(
        "after",
        `
Exit code: 0 all passed or not applicable; 1 something failed or was inconclusive; 2 usage, a bad contract, or an error of the kit.

Examples:
  threeworlds check                                   every connector of threeworlds.yaml
  threeworlds check payments --scenario 'crash/*'     one connector, one family
  threeworlds check contracts/stripe.yaml --connector "python3 adapter.py" --report terminal --report json=result.json`,
      )
      .action(async (names: string[], options: CheckOptions) => {
        const { runCheck } = await import("./check/run-check.js");
        process.exitCode = await runCheck(names, options);
      });
  },
};

function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

export default command;
