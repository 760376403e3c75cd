#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command } from "commander";
import { loadCatalogue } from "./catalogue.js";
import type { CliCommand } from "./cli/command.js";
import { KitError } from "./core/errors.js";

/** Exit codes: 0 all well, 1 the check found something, 2 usage, a bad contract or an error of the kit. */
const usageError = 2;

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

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = usageError;
  const isUsers = error instanceof KitError;
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    isUsers ? `${error.message}\n` : `threeworlds itself failed; please report this:\n${what}\n`,
  );
}

function leave(error: { exitCode: number }): never {
  process.exit(error.exitCode === 0 ? 0 : usageError);
}
