import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { JudgeOptions } from "./judge/run-judge.js";

const command: CliCommand = {
  id: "judge",
  summary: "judges stored histories again",
  configure(program: Command): void {
    program
      .argument("<histories...>", "history files, or folders of them (as `check --out` writes them)")
      .option("--json", "print the results as JSON", false)
      .addHelpText(
        "after",
        `
Exit code: 0 all pass or do not apply; 1 some fail or are inconclusive; 2 a file that is no history.

Examples:
  threeworlds judge histories/
  threeworlds judge histories/createRefund.lost-response.reset.json --json`,
      )
      .action(async (paths: string[], options: JudgeOptions) => {
        const { runJudge } = await import("./judge/run-judge.js");
        process.exitCode = await runJudge(paths, options, process.stdout);
      });
  },
};

export default command;
