import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { loadCatalogue } from "../../catalogue.js";
import { readContract } from "../../contract/load.js";
import { expectedGot, KitError } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import type { Driver } from "../../drivers/driver.js";
import { readWholeConfig } from "../../run/config.js";
import type { ReceiverCheckRequest } from "../../run/receive/check-receiver.js";
import { durationOf, wholeNumber } from "./option-values.js";
import type { RequestOptions } from "./requests.js";

const defaultPatienceMs = 10_000;

/** The options that say which receiver is played. */
export interface ReceiverOptions extends RequestOptions {
  receiver?: string;
}

/**
 * The receivers that `check` was asked to play: those of the configuration, or one contract beside `--receiver`. Throws
 * KitError for what does not fit together.
 */
export async function receiverRequestsFor(
  names: readonly string[],
  options: ReceiverOptions,
): Promise<ReceiverCheckRequest[]> {
  if (options.connector !== undefined) {
    if (options.receiver === undefined) return [];
    throw new KitError(
      "usage",
      `${expectedGot("one of --connector and --receiver", "both")}. A check has one direction.`,
    );
  }
  const common = {
    direction: "receives" as const,
    seed: wholeNumber("--seed", options.seed),
    jobs: options.jobs === undefined ? availableParallelism() : wholeNumber("--jobs", options.jobs, 1),
  };
  const patienceMs = options.patience === undefined ? null : durationOf("--patience", options.patience);
  if (options.receiver !== undefined) {
    const [contract] = names;
    if (contract === undefined || names.length > 1) {
      throw new KitError(
        "usage",
        `${expectedGot("one contract beside --receiver", names.length === 0 ? "none" : names.join(", "))}. Write: threeworlds check CONTRACT --receiver CMD`,
      );
    }
    return [
      {
        ...common,
        contract: await readContract(contract),
        command: options.receiver,
        name: options.receiver,
        driver: await driverOf(options.driver),
        workingDirectory: process.cwd(),
        environment: {},
        scenarios: options.scenario ?? [],
        patienceMs: patienceMs ?? defaultPatienceMs,
      },
    ];
  }
  const { receivers } = await readWholeConfig(options.config, names);
  const today = new Date().toISOString().slice(0, 10);
  return Promise.all(
    receivers.map(async (one): Promise<ReceiverCheckRequest> => ({
      ...common,
      contract: await readContract(relative(process.cwd(), one.contract)),
      command: one.command,
      name: one.name,
      driver: await driverOf(one.driver),
      workingDirectory: one.directory,
      environment: one.environment,
      scenarios: options.scenario ?? one.scenarios,
      tolerated: { waivers: one.waivers, today },
      patienceMs: patienceMs ?? one.patienceMs ?? defaultPatienceMs,
    })),
  );
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
