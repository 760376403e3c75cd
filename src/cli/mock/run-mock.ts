import { readFile } from "node:fs/promises";
import { Armory } from "../../../mock-provider/control/armory.js";
import { startControl, type Control } from "../../../mock-provider/control/start.js";
import type { Fault } from "../../../mock-provider/fault.js";
import { readFaultsFile } from "../../../mock-provider/faults-file.js";
import type { Arming, Provider, ProviderOptions } from "../../../mock-provider/provider.js";
import { startProvider } from "../../../mock-provider/start.js";
import type { Source } from "../../../mock-provider/webhooks/sender.js";
import { loadCatalogue } from "../../catalogue.js";
import { readContract } from "../../contract/load.js";
import type { Contract } from "../../contract/model.js";
import { expectedGot, KitError, stackOf } from "../../core/errors.js";
import { curlExample } from "./curl-example.js";
import { openJournalFile, type JournalFile } from "./journal-file.js";

/** What commander hands over for `mock`. */
export interface MockOptions {
  port?: string;
  controlPort?: string;
  controlToken?: string;
  faults?: string;
  journal?: string;
  webhooks?: string;
  keep: string;
  seed: string;
  json: boolean;
}

/** Serves until a signal comes. Throws KitError for a bad contract, faults file, option or port. */
export async function runMock(file: string, options: MockOptions): Promise<void> {
  const port = wholeNumber("--port", options.port ?? "0", 65_535);
  const controlPort = wholeNumber("--control-port", options.controlPort ?? "0", 65_535);
  if (options.controlToken !== undefined && !/^[\x21-\x7e]{8,}$/.test(options.controlToken)) {
    throw new KitError("usage", "--control-token: expected at least 8 printable characters without spaces.");
  }
  const contract = await readContract(file);
  const faults = await loadCatalogue<Fault>("faults");
  const operations = contract.operations.map(({ name }) => name);
  const armings = await readArmings(options.faults, { faults, operations });
  const journalFile = options.journal === undefined ? null : await openJournalFile(options.journal);
  const provider = await startProvider(contract, {
    faults,
    port,
    seed: wholeNumber("--seed", options.seed, Number.MAX_SAFE_INTEGER),
    keep: wholeNumber("--keep", options.keep, 10_000_000),
    ...webhooksOf(options.webhooks),
    onBug: (error) => process.stderr.write(`${error instanceof KitError ? error.message : stackOf(error)}\n`),
  });
  journalFile?.follow(provider);
  // Before anything else can run, hence before the first connection is taken.
  const armory = new Armory(provider);
  for (const arming of armings) armory.arm(arming);
  let control: Control;
  try {
    control = await startControl(
      { provider, armory, faults, name: contract.provider.name },
      { port: controlPort, ...(options.controlToken === undefined ? {} : { token: options.controlToken }) },
    );
  } catch (error) {
    await provider.close();
    throw error;
  }
  endOnSignals(provider, control, journalFile);
  process.stdout.write(announcement(contract, provider, control, options));
}

function announcement(
  contract: Contract,
  provider: Provider,
  control: Control,
  options: MockOptions,
): string {
  const { first, second } = provider.credentials;
  const example = curlExample(contract, provider.baseUrl, first);
  const sources = shownSources(provider);
  if (options.json) {
    return `${JSON.stringify({
      provider: contract.provider.name,
      baseUrl: provider.baseUrl,
      controlUrl: control.url,
      controlToken: control.token,
      credentials: { first, second },
      ...(sources === null ? {} : { webhooks: { url: options.webhooks, sources } }),
      try: example,
    })}\n`;
  }
  return [
    `provider    ${contract.provider.name}`,
    `base url    ${provider.baseUrl}`,
    `control     ${control.url}`,
    `token       ${control.token}`,
    `account 1   ${JSON.stringify(first)}`,
    `account 2   ${JSON.stringify(second)}`,
    ...(sources === null
      ? []
      : [
          `events to   ${options.webhooks ?? ""}`,
          `source 1    ${JSON.stringify(sources.first)}`,
          `source 2    ${JSON.stringify(sources.second)}`,
        ]),
    `try         ${example}`,
    "",
  ].join("\n");
}

/** Where events go, and the receiver's secret where the user has one. */
function webhooksOf(url: string | undefined): Pick<ProviderOptions, "webhooks"> {
  if (url === undefined) return {};
  const secret = process.env["THREEWORLDS_WEBHOOK_SECRET"];
  return { webhooks: { url, ...(secret === undefined ? {} : { secrets: [secret] }) } };
}

/** Both sources as a receiver needs them; a secret that the user gave is not shown again. */
function shownSources({ webhooks }: Provider): { first: Source; second: Source } | null {
  if (webhooks === null) return null;
  const { first, second } = webhooks.sources;
  const isGiven = process.env["THREEWORLDS_WEBHOOK_SECRET"] !== undefined;
  return { first: isGiven ? { ...first, secrets: ["(from THREEWORLDS_WEBHOOK_SECRET)"] } : first, second };
}

function endOnSignals(provider: Provider, control: Control, journalFile: JournalFile | null): void {
  let isEnding = false;
  const end = async (): Promise<void> => {
    // A second signal does not wait for anything.
    if (isEnding) process.exit(130);
    isEnding = true;
    await Promise.all([control.close(), provider.close()]);
    await journalFile?.close();
    process.exit(0);
  };
  process.on("SIGINT", () => void end());
  process.on("SIGTERM", () => void end());
}

async function readArmings(
  file: string | undefined,
  armable: Parameters<typeof readFaultsFile>[2],
): Promise<Arming[]> {
  if (file === undefined) return [];
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new KitError("file", `--faults: ${error instanceof Error ? error.message : "cannot be read"}`, {
      cause: error,
    });
  }
  return readFaultsFile(text, file, armable);
}

function wholeNumber(option: string, text: string, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) {
    throw new KitError("usage", `${option}: ${expectedGot(`a whole number up to ${most}`, `'${text}'`)}.`);
  }
  return value;
}
