import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { expectedGot, KitError } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import { MatrixFile } from "./matrix-file.js";
import { cleanUpOnSignals } from "../../drivers/process/cleanup.js";
import { loadCast, type Actor } from "../../selftest/cast.js";
import { played } from "../../selftest/outcome.js";
import { selftest, type Played } from "../../selftest/selftest.js";

/** What commander hands over for `selftest`. */
export interface SelftestCommandOptions {
  full: boolean;
  scenario: string[];
  out?: string;
  jobs?: string;
  verbose: boolean;
}

const mostLines = 4;
const mostLetters = 500;

/** Runs `selftest` and returns the exit code. */
export async function runSelftest(
  names: readonly string[],
  options: SelftestCommandOptions,
  output: { write(text: string): unknown },
): Promise<0 | 1 | 2> {
  if (options.out !== undefined && !options.full) {
    throw new KitError(
      "usage",
      `--out: ${expectedGot("--full beside it", "none")}. A part of a row is no row.`,
    );
  }
  if (options.scenario.length > 0 && !options.full) {
    throw new KitError("usage", `--scenario: ${expectedGot("--full beside it", "none")}.`);
  }
  const jobs = readJobs(options.jobs);
  const { careful, flawed } = await loadCast();
  const wanted = chosen([...careful, ...flawed], names);
  const playable = hasPython() ? wanted : wanted.filter((actor) => !isPython(actor));
  cleanUpOnSignals();
  const started = performance.now();
  const writes = new MatrixFile(options.out ?? "");
  const all = await selftest(playable, {
    full: options.full,
    scenarios: options.scenario,
    jobs,
    listen: async (one) => {
      if (options.out !== undefined) await writes.add(one);
      if (options.verbose || one.wrong.length > 0) output.write(`${inWords(one, options.verbose)}\n`);
    },
  });
  output.write(`${summary(all, performance.now() - started, wanted.length - playable.length)}\n`);
  if (all.some(({ kitFailed }) => kitFailed)) return 2;
  return all.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}

function readJobs(text: string | undefined): number {
  if (text === undefined) return availableParallelism();
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new KitError("usage", `--jobs: ${expectedGot("a whole number from 1 on", `'${text}'`)}.`);
}

function chosen(actors: readonly Actor[], names: readonly string[]): Actor[] {
  const known = actors.map(({ id }) => id);
  for (const name of names) {
    if (known.includes(name)) continue;
    const got = expectedGot("a connector of the proof", `'${name}'`);
    throw new KitError("usage", `selftest: ${got}.${suggest(name, known)}`);
  }
  return names.length === 0 ? [...actors] : actors.filter(({ id }) => names.includes(id));
}

function isPython({ command }: Actor): boolean {
  return command?.startsWith("python3 ") ?? false;
}

function hasPython(): boolean {
  return spawnSync("python3", ["--version"], { stdio: "ignore" }).status === 0;
}

/** The connector and what is wrong with it; a connector that fails everywhere says so once, unless all of it is asked for. */
function inWords({ actor, results, wrong }: Played, verbose: boolean): string {
  const word =
    actor.flaw === null
      ? wrong.length === 0
        ? "spared"
        : "BLAMED"
      : wrong.length === 0
        ? "stopped"
        : "NOT STOPPED";
  const count = played(results).length;
  const line = `${word}  ${actor.id}  (${actor.contract.id}, ${count} ${count === 1 ? "scenario" : "scenarios"})`;
  const mistake = actor.flaw === null ? [] : [`  ${actor.flaw.mistake}`];
  const shown = (verbose ? wrong : wrong.slice(0, mostLines)).map(
    (text) => `  - ${text.slice(0, mostLetters)}`,
  );
  const more = wrong.length > shown.length ? [`  - and ${wrong.length - shown.length} more`] : [];
  return [line, ...mistake, ...shown, ...more].join("\n");
}

function summary(all: readonly Played[], ms: number, leftOut: number): string {
  const flawed = all.filter(({ actor }) => actor.flaw !== null);
  const careful = all.filter(({ actor }) => actor.flaw === null);
  const stopped = flawed.filter(({ wrong }) => wrong.length === 0).length;
  const blamed = careful.filter(({ wrong }) => wrong.length > 0).length;
  const scenarios = all.flatMap(({ results }) => played(results)).length.toLocaleString("en");
  const seconds = Math.max(1, Math.round(ms / 1000));
  const python = leftOut === 0 ? "" : `; ${leftOut} in Python left out: there is no python3`;
  const again = flawed.filter(({ again, wrong }) => again && wrong.length === 0).length;
  const alone = again === 0 ? "" : ` (${again} when played alone)`;
  return (
    `selftest: ${stopped} of ${flawed.length} flawed connectors stopped${alone}, ` +
    `${blamed} of ${careful.length} careful ones blamed, ${scenarios} scenarios in ${seconds} s${python}`
  );
}
