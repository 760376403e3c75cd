import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { MockOptions } from "./mock/run-mock.js";

const command: CliCommand = {
  id: "mock",
  summary: "serves the mock provider of a contract, with a control API on a port of its own",
  configure(program: Command): void {
    program
      .argument("<contract>", "the contract, a YAML file")
      .option("--port <n>", "the provider's port (default: one that is free)")
      .option(
        "--control-port <n>",
        "the control API's port, on this machine only (default: one that is free)",
      )
      .option("--control-token <token>", "what the control API asks for (default: a random one)")
      .option("--faults <file>", "a YAML or JSON list of faults to arm before the first request")
      .option(
        "--webhooks <url>",
        "where its events go; signed with THREEWORLDS_WEBHOOK_SECRET, or with a secret that is made and printed",
      )
      .option("--journal <file>", "append what happens there, as JSON Lines")
      .option("--keep <n>", "the most effects, keys and journal entries held in memory", "20000")
      .option("--seed <n>", "the same seed gives the same ids and secrets", "1")
      .option("--json", "print where it listens as one line of JSON", false)
      .addHelpText(
        "after",
        `
Ends on Ctrl-C or SIGTERM. Exit code: 0 ended; 2 a bad contract, a bad faults file, or a port that is taken.

The control API (every request carries 'Authorization: Bearer TOKEN'):
  GET /                     what is served, and the faults there are
  GET /journal              what happened (?after=SEQ); GET /journal/stream goes on as JSON Lines
  GET /effects              what exists at the provider
  GET /faults               what is armed; POST /faults arms, DELETE /faults/ID disarms
  GET /clock                the provider's time; POST /clock {"advance":"24h"} moves it
  GET /credentials          of both accounts
  POST /deliveries          sends an event: {"event":"KIND","as":"stale"} (with --webhooks)
  POST /reset               forgets effects, keys, journal, faults and clock moves

Examples:
  threeworlds mock contracts/stripe.yaml --port 4010
  threeworlds mock contracts/stripe.yaml --faults faults.yaml --journal journal.jsonl`,
      )
      .action(async (contract: string, options: MockOptions) => {
        const { runMock } = await import("./mock/run-mock.js");
        await runMock(contract, options);
      });
  },
};

export default command;
