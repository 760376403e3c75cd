import type { Command } from "commander";

/**
 * One command of the CLI. A file in this folder named after it default-exports one. What it works with is imported
 * inside the action, so that `--help` stays fast.
 */
export interface CliCommand {
  /** The file name, and what the user types. */
  id: string;
  summary: string;
  /** Adds arguments, options and the action to its own commander command. An action sets `process.exitCode`; KitErrors it throws become exit 2. */
  configure(command: Command): void;
}
