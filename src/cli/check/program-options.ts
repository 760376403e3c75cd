import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { loadCatalogue } from "../../catalogue.js";
import { readContract } from "../../contract/load.js";
import { expectedGot, KitError } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import type { Driver } from "../../drivers/driver.js";
import type { ReceiverConfig } from "../../run/config.js";
import type { ProgramRequest } from "../../run/program.js";
import { durationOf, wholeNumber } from "./option-values.js";

/** The options that say how a connector or receiver is played. */
export interface ProgramOptions {
  config: string;
  scenario?: string[];
  driver: string;
  seed: string;
  jobs?: string;
  patience?: string;
}

const defaultPatienceMs = 10_000;

/**
 * What is played by a command of its own (`option`), beside which one contract is named. Throws KitError when none is, or more.
 */
export async function requestByCommand(
  command: string,
  names: readonly string[],
  {
    option,
    value,
    options,
  }: { option: "--connector" | "--receiver"; value: string; options: ProgramOptions },
): Promise<ProgramRequest> {
  const asked = { ...commonOf(options), patienceMs: patienceOf(options, null) };
  const [contract] = names;
  if (contract === undefined || names.length > 1) {
    throw new KitError(
      "usage",
      `${expectedGot(`one contract beside ${option}`, names.length === 0 ? "none" : names.join(", "))}. Write: threeworlds ${command} CONTRACT ${option} CMD`,
    );
  }
  return {
    ...asked,
    contract: await readContract(contract),
    command: value,
    name: value,
    driver: await driverOf(options.driver),
    workingDirectory: process.cwd(),
    environment: {},
    scenarios: options.scenario ?? [],
  };
}

/** What is played as `threeworlds.yaml` says, where the command line says nothing else. */
export async function requestByConfig(one: ReceiverConfig, options: ProgramOptions): Promise<ProgramRequest> {
  return {
    ...commonOf(options),
    contract: await readContract(relative(process.cwd(), one.contract)),
    command: one.command,
    name: one.name,
    driver: await driverOf(one.driver),
    workingDirectory: one.directory,
    environment: one.environment,
    scenarios: options.scenario ?? one.scenarios,
    tolerated: { waivers: one.waivers, today: new Date().toISOString().slice(0, 10) },
    patienceMs: patienceOf(options, one.patienceMs),
  };
}

function commonOf(options: ProgramOptions): { seed: number; jobs: number } {
  return {
    seed: wholeNumber("--seed", options.seed),
    jobs: options.jobs === undefined ? availableParallelism() : wholeNumber("--jobs", options.jobs, 1),
  };
}

function patienceOf({ patience }: ProgramOptions, configuredMs: number | null): number {
  return patience === undefined ? (configuredMs ?? defaultPatienceMs) : durationOf("--patience", patience);
}

async function driverOf(id: string): Promise<Driver> {
  const drivers = await loadCatalogue<Driver>("drivers");
  const driver = drivers.get(id);
  if (driver !== undefined) return driver;
  throw new KitError(
    "usage",
    `--driver: ${expectedGot("a known driver", `'${id}'`)}.${suggest(id, [...drivers.keys()])}`,
  );
}
