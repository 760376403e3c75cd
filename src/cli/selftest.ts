import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { SelftestCommandOptions } from "./selftest/run-selftest.js";

const command: CliCommand = {
  id: "selftest",
  summary: "proves on this machine that the checks stop every known mistake and blame no careful connector",
  configure(program: Command): void {
    program
      .argument("[names...]", "only these connectors of the proof (default: all)")
      .option("--full", "play every flaw on all scenarios, not only on those that have to stop it", false)
      .option("--scenario <glob>", "with --full: only these scenarios; repeatable", collect, [] as string[])
      .option("--out <file>", "with --full: write what stopped what, as JSON; other rows of the file stay")
      .option("--jobs <n>", "connectors played side by side (default: one per core)")
      .option("--verbose", "print a line for each connector", false)
      .addHelpText(
        "after",
        `
The connectors come with the kit: careful ones for every shape of contract, and others that make exactly one mistake each.
docs/reference/kill-matrix.md lists them. Those in Python are left out where there is no python3.

Exit code: 0 every flaw is stopped under its rule and no careful connector is blamed; 1 otherwise; 2 usage, or an error of the kit.

Examples:
  threeworlds selftest
  threeworlds selftest key-per-attempt timeout-is-failure --verbose`,
      )
      .action(async (names: string[], options: SelftestCommandOptions) => {
        const { runSelftest } = await import("./selftest/run-selftest.js");
        process.exitCode = await runSelftest(names, options, process.stdout);
      });
  },
};

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

export default command;
