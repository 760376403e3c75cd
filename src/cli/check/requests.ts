import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { loadCatalogue } from "../../catalogue.js";
import { readContract } from "../../contract/load.js";
import { expectedGot, KitError } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import type { Driver } from "../../drivers/driver.js";
import type { CheckRequest } from "../../run/check.js";
import { refuseBadPayloads } from "../../run/config-payloads.js";
import { readConfig } from "../../run/config.js";
import { durationOf, wholeNumber } from "./option-values.js";

/** The options that say which connector is played on which contract, and how. */
export interface RequestOptions {
  connector?: string;
  config: string;
  operation?: string[];
  performs?: string[];
  scenario?: string[];
  driver: string;
  seed: string;
  jobs?: string;
  patience?: string;
}

const defaultPatienceMs = 10_000;

/**
 * What `threeworlds <command>` was asked to play: connectors of the configuration, or one contract beside `--connector`.
 * Throws KitError for what does not fit together.
 */
export async function requestsFor(
  command: string,
  names: readonly string[],
  options: RequestOptions,
): Promise<CheckRequest[]> {
  const drivers = await loadCatalogue<Driver>("drivers");
  const driverOf = (id: string): Driver => {
    const driver = drivers.get(id);
    if (driver !== undefined) return driver;
    throw new KitError(
      "usage",
      `--driver: ${expectedGot("a known driver", `'${id}'`)}.${suggest(id, [...drivers.keys()])}`,
    );
  };
  const common = {
    seed: wholeNumber("--seed", options.seed),
    jobs: options.jobs === undefined ? availableParallelism() : wholeNumber("--jobs", options.jobs, 1),
  };
  const patienceMs = options.patience === undefined ? null : durationOf("--patience", options.patience);
  if (options.connector !== undefined) {
    const [contract] = names;
    if (contract === undefined || names.length > 1) {
      throw new KitError(
        "usage",
        `${expectedGot("one contract beside --connector", names.length === 0 ? "none" : names.join(", "))}. Write: threeworlds ${command} CONTRACT --connector CMD`,
      );
    }
    return [
      {
        ...common,
        contract: await readContract(contract),
        command: options.connector,
        name: options.connector,
        driver: driverOf(options.driver),
        workingDirectory: process.cwd(),
        environment: {},
        operations: options.performs ?? [],
        only: options.operation ?? [],
        scenarios: options.scenario ?? [],
        payloads: {},
        timing: {},
        patienceMs: patienceMs ?? defaultPatienceMs,
      },
    ];
  }
  const configured = await readConfig(options.config, names);
  const today = new Date().toISOString().slice(0, 10);
  return Promise.all(
    configured.map(async (one): Promise<CheckRequest> => {
      const contract = await readContract(relative(process.cwd(), one.contract));
      refuseBadPayloads(one, contract);
      return {
        ...common,
        contract,
        command: one.command,
        name: one.name,
        driver: driverOf(one.driver),
        workingDirectory: one.directory,
        environment: one.environment,
        operations: options.performs ?? one.operations,
        only: options.operation ?? [],
        scenarios: options.scenario ?? one.scenarios,
        payloads: one.payloads,
        timing: one.timing,
        tolerated: { waivers: one.waivers, today },
        patienceMs: patienceMs ?? one.patienceMs ?? defaultPatienceMs,
      };
    }),
  );
}
