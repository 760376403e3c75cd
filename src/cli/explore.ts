import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { ExploreOptions } from "./explore/run-explore.js";

const command: CliCommand = {
  id: "explore",
  summary: "plays generated scenarios until one fails, and makes that one as small as it can",
  configure(program: Command): void {
    program
      .argument("[names...]", "connectors of threeworlds.yaml; or one CONTRACT together with --connector")
      .option("--connector <command>", "the command that starts the connector's adapter")
      .option("--config <file>", "the file that lists connectors", "threeworlds.yaml")
      .option("--operation <name>", "explore only this operation; repeatable", collect)
      .option(
        "--performs <name>",
        "an operation that the connector performs; repeatable (default: every write of the contract)",
        collect,
      )
      .option("--runs <n>", "scenarios for each operation", "200")
      .option("--time <duration>", "begin no new scenario after this, e.g. 30s or 5m")
      .option("--seed <n>", "the same seed gives the same scenarios (default: another one each time)")
      .option("--jobs <n>", "scenarios played side by side (default: one per core)")
      .option("--driver <id>", "how the connector is reached; `worker` is faster for a Node program", "stdio")
      .option(
        "--report <id[=file]>",
        "how to report what failed, to stdout or a file; repeatable (default: terminal)",
        collect,
      )
      .option("--format <id>", "the same for stdout alone: --format json")
      .option("--out <dir>", "where a failing scenario is saved, and its history", "threeworlds-explore")
      .option("--patience <duration>", "how long to wait for an answer of the connector (default: 10s)")
      .addHelpText(
        "after",
        `
First every fault at every phase of the first and of the second attempt, then combinations at random. Only what the contract
allows is played, so whatever fails is the connector's.

Exit code: 0 nothing failed; 1 a scenario failed; 2 usage, a bad contract, or an error of the kit.

Examples:
  threeworlds explore payments                        200 scenarios for each operation
  threeworlds explore payments --time 10m --runs 100000
  threeworlds explore contracts/stripe.yaml --connector "node adapter.js" --seed 7
  threeworlds replay threeworlds-explore/createRefund-7-41.yaml`,
      )
      .action(async (names: string[], options: ExploreOptions) => {
        const { runExplore } = await import("./explore/run-explore.js");
        process.exitCode = await runExplore(names, options);
      });
  },
};

function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

export default command;
