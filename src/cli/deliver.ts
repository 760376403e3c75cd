import type { Command } from "commander";
import type { CliCommand } from "./command.js";
import type { DeliverOptions } from "./deliver/options.js";

const command: CliCommand = {
  id: "deliver",
  summary: "sends one webhook of a contract by hand, as any variant",
  configure(program: Command): void {
    program
      .argument("<contract>", "the contract, a YAML file with `webhooks`")
      .argument("[event]", "the kind of event (default: the first one in the contract)")
      .option("--to <url>", "where it goes")
      .option("--as <variant>", "how it differs from a plain delivery; `list` shows all that apply", "plain")
      .option(
        "--secret <secret>",
        "what it is signed with (default: the environment's THREEWORLDS_WEBHOOK_SECRET)",
      )
      .option("--remote", "the address is not this machine, and you may send there", false)
      .option("--seed <n>", "the same seed gives the same event (default: a new one each time)")
      .option("--wait <duration>", "how long the answer is waited for (default: what the contract says)")
      .option("--json", "print the entries of the journal as JSON Lines", false)
      .addHelpText(
        "after",
        `
Prints the request and the answer. The secret is never printed.
Two short names: 'duplicate' sends an event twice, 'conflict' sends it again with another value. Whatever needs a delivery
before it gets one.

Exit code: 0 answered as a careful receiver would (a genuine delivery taken, any other not); 1 otherwise; 2 usage or a bad contract.

Examples:
  threeworlds deliver contracts/stripe.yaml --to http://127.0.0.1:3000/webhooks
  threeworlds deliver contracts/slack.yaml message --to http://localhost:3000/slack --as stale`,
      )
      .action(async (contract: string, event: string | undefined, options: DeliverOptions) => {
        const { runDeliver } = await import("./deliver/run-deliver.js");
        process.exitCode = await runDeliver(
          { contract, event, options, environment: process.env },
          process.stdout,
        );
      });
  },
};

export default command;
