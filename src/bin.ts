#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { loadCatalogue } from "./catalogue.js";
import type { CliCommand } from "./cli/command.js";
import { KitError, stackOf } from "./core/errors.js";
import { printableLines } from "./core/printable.js";

/** Exit codes: 0 all well, 1 the check found something, 2 usage, a bad contract or an error of the kit. */
const usageError = 2;

try {
  process.cwd();
} catch {
  // Half of what is imported asks for it, too late for a sentence.
  process.stderr.write("The folder this was started in is gone. Change to one that exists.\n");
  process.exit(usageError);
}

const manifest = new URL("../../package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };

const program = new Command("threeworlds")
  .description("Proves what an integration does when it cannot know whether a write happened.")
  .version(version)
  .configureHelp({ showGlobalOptions: false });

for (const command of (await loadCatalogue<CliCommand>("commands")).values()) {
  const added = program.command(command.id).description(command.summary);
  added.showHelpAfterError(`(threeworlds ${command.id} --help explains)`).exitOverride(leave);
  command.configure(added);
}
program.showHelpAfterError("(threeworlds --help lists the commands)").exitOverride(leave);

// Whoever reads our output may stop reading (`| head`): that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`Standard output cannot be written: ${error.message}.\n`);
  process.exit(usageError);
});
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever does not listen to our messages wants none; a full disk is another matter.
  if (error.code !== "EPIPE") process.exit(usageError);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = usageError;
  process.stderr.write(`${explain(error)}\n`);
}

function explain(error: unknown): string {
  if (error instanceof KitError) return printableLines(error.message);
  if (error instanceof Error && "syscall" in error) {
    return `The system refused: ${error.message}. Check that the path exists, may be written, and that there is room.`;
  }
  const what = stackOf(error);
  return `threeworlds itself failed; please report this:\n${what}`;
}

function leave(error: { exitCode: number }): never {
  process.exit(error.exitCode === 0 ? 0 : usageError);
}
