import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { ReplayOptions } from "./replay/run-replay.js";

const command: CliCommand = {
  id: "replay",
  summary: "plays saved scenarios again",
  configure(program: Command): void {
    program
      .argument("<files...>", "scenarios that `explore` saved or somebody wrote, or globs of them")
      .option("--connector <command>", "play them on this connector instead of the one they name")
      .option("--config <file>", "the file that lists connectors", "threeworlds.yaml")
      .option("--driver <id>", "how the connector is reached", "stdio")
      .option(
        "--report <id[=file]>",
        "how to report, to stdout or a file; repeatable (default: terminal)",
        collect,
      )
      .option("--format <id>", "the same for stdout alone: --format json")
      .option("--out <dir>", "write every history there")
      .option("--jobs <n>", "scenarios played side by side (default: one per core)")
      .option("--patience <duration>", "how long to wait for an answer of the connector (default: 10s)")
      .option("--allow-inconclusive", "exit 0 although something could not be exercised", false)
      .addHelpText(
        "after",
        `
Exit code: 0 all passed; 1 something failed or was inconclusive; 2 a file that is no scenario, a bad contract, or an error of the kit.

Examples:
  threeworlds replay threeworlds-explore/createRefund-7-41.yaml
  threeworlds replay 'test/found/*.yaml' --report json=found.json
  threeworlds replay found.yaml --connector "python3 adapter.py"`,
      )
      .action(async (files: string[], options: ReplayOptions) => {
        const { runReplay } = await import("./replay/run-replay.js");
        process.exitCode = await runReplay(files, options);
      });
  },
};

function collect(value: string, earlier: string[] | undefined): string[] {
  return [...(earlier ?? []), value];
}

export default command;
