import { dirname, isAbsolute, join, resolve } from "node:path";
import { formatDiagnostics, type Diagnostic } from "../contract/diagnostics.js";
import type { Location } from "../contract/model.js";
import { below } from "../contract/schema/walk.js";
import { readTextFile } from "../contract/text-file.js";
import { readYaml, type YamlText } from "../contract/yaml.js";
import { longestWaitMs, parseDuration } from "../core/duration.js";
import { expectedGot, KitError } from "../core/errors.js";
import { isObject, type Json } from "../core/json.js";
import { getAt } from "../core/pointer.js";
import { misfits } from "../core/schema-words.js";
import { suggest } from "../core/suggest.js";
import type { Payloads } from "./ask.js";
import {
  configSchema,
  type RawConfig,
  type RawConnector,
  type RawReceiver,
  type RawWaiver,
} from "./config-schema.js";
import type { TimingOverrides } from "./timing.js";
import type { Waiver } from "./waivers.js";

/** The largest `threeworlds.yaml` that is read, bytes. */
export const maxConfigBytes = 1024 * 1024;

/** Mistakes said at once; whoever has more has one in common. */
const mostSaid = 20;

/** One receiver of `threeworlds.yaml`; paths are resolved against its folder. */
export interface ReceiverConfig {
  name: string;
  contract: string;
  command: string;
  driver: string;
  /** Absolute. */
  directory: string;
  environment: Record<string, string>;
  scenarios: string[];
  patienceMs: number | null;
  waivers: Waiver[];
}

/** One connector of `threeworlds.yaml`. */
export interface ConnectorConfig extends ReceiverConfig {
  operations: string[];
  payloads: Payloads;
  timing: TimingOverrides;
  /** The text it is written in, for messages. */
  written: { source: string; locate(pointer: string): Location };
}

/** The connectors and receivers of one file. */
export interface Config {
  connectors: ConnectorConfig[];
  receivers: ReceiverConfig[];
}

/** The connectors named in a `threeworlds.yaml`; all of them when none is named. Throws KitError("config") with all that is wrong. */
export async function readConfig(path: string, names: readonly string[]): Promise<ConnectorConfig[]> {
  return (await readWholeConfig(path, names)).connectors;
}

/** The connectors and receivers named in a `threeworlds.yaml`; all of them when none is named. */
export async function readWholeConfig(path: string, names: readonly string[]): Promise<Config> {
  const read = await readTextFile(path, maxConfigBytes);
  if (!("text" in read)) {
    throw new KitError(
      "config",
      read.code === "absent"
        ? `${path}: expected a file that lists your connectors, got none. Write one, or say what to check: threeworlds check CONTRACT --connector CMD`
        : `${path}: ${read.message}`,
    );
  }
  const { connectors, receivers } = parseWholeConfig(read.text, path);
  const known = [...connectors, ...receivers].map(({ name }) => name);
  for (const name of names) {
    if (known.includes(name)) continue;
    throw new KitError(
      "config",
      `${path}: ${expectedGot("the name of a connector in it", `'${name}'`)}.${suggest(name, known)}`,
    );
  }
  if (names.length === 0) return { connectors, receivers };
  const chosen = <One extends { name: string }>(all: readonly One[]): One[] =>
    [...new Set(names)].flatMap((wanted) => all.filter(({ name }) => name === wanted));
  return { connectors: chosen(connectors), receivers: chosen(receivers) };
}

/** The connectors in the text of a `threeworlds.yaml`. */
export function parseConfig(text: string, path: string): ConnectorConfig[] {
  return parseWholeConfig(text, path).connectors;
}

function parseWholeConfig(text: string, path: string): Config {
  const yaml = readYaml(text, path);
  if (yaml.value === undefined)
    throw new KitError("config", formatDiagnostics(yaml.mistakes, text, mostSaid));
  const wrong = misfits(configSchema, yaml.value);
  if (wrong.length > 0) {
    const diagnostics = wrong.map(({ pointer, expected, got, hint }): Diagnostic => ({
      ...yaml.locate(pointer),
      severity: "error",
      code: "config",
      message: `${pointer === "" ? "the file" : pointer}: ${expectedGot(expected, got)}.`,
      hint: hint === "" ? null : hint.trim(),
    }));
    throw new KitError("config", formatDiagnostics(diagnostics, text, mostSaid));
  }
  const { connectors = {}, receivers = {} } = yaml.value as unknown as RawConfig;
  if (Object.keys({ ...connectors, ...receivers }).length === 0) {
    const { line } = yaml.locate("/connectors");
    throw new KitError(
      "config",
      `${path}:${line}: ${expectedGot("at least one connector", "none")}. Name one, with its \`contract\` and \`command\`.`,
    );
  }
  const folder = dirname(resolve(path));
  refuseLongWaits(yaml.value, yaml.locate, text);
  const waiversOf = (at: string, raw: RawReceiver): Waiver[] =>
    (raw.waivers ?? []).map((waiver, index) => {
      const { file, line } = yaml.locate(`${at}/waivers/${index}`);
      return toWaiver(waiver, file, line);
    });
  return {
    connectors: Object.entries(connectors).map(([name, raw]) => ({
      ...toConnector(name, raw, folder),
      waivers: waiversOf(below("/connectors", name), raw),
      written: { source: text, locate: yaml.locate },
    })),
    receivers: Object.entries(receivers).map(([name, raw]) => ({
      ...toReceiver(name, raw, folder),
      waivers: waiversOf(below("/receivers", name), raw),
    })),
  };
}

/** What is waited in real time has to be some time, and no more than a timer can count. */
function refuseLongWaits(value: Json, locate: YamlText["locate"], source: string): void {
  const waits = ["patience", "timing/timeout", "timing/retryDelay", "timing/poll", "timing/budget"];
  const found = ["connectors", "receivers"].flatMap((kind) => {
    const listed = getAt(value, `/${kind}`);
    return isObject(listed) ? Object.keys(listed).map((name) => below(`/${kind}`, name)) : [];
  });
  const diagnostics = found
    .flatMap((at) => waits.map((wait) => `${at}/${wait}`))
    .flatMap((pointer): Diagnostic[] => {
      const given = getAt(value, pointer);
      if (typeof given !== "string") return [];
      const ms = parseDuration(given);
      if (ms >= 1 && ms <= longestWaitMs) return [];
      const message = `${pointer}: ${expectedGot("a duration above 0 and of at most 24d", `'${given}'`)}.`;
      return [{ ...locate(pointer), severity: "error", code: "config", message, hint: null }];
    });
  if (diagnostics.length > 0) throw new KitError("config", formatDiagnostics(diagnostics, source, mostSaid));
}

function toWaiver({ check, operation, rule, reason, until }: RawWaiver, file: string, line: number): Waiver {
  return { check, operation: operation ?? null, rule: rule ?? null, reason, until, file, line };
}

function toConnector(
  name: string,
  raw: RawConnector,
  folder: string,
): Omit<ConnectorConfig, "waivers" | "written"> {
  const { timeout, retryDelay, poll, budget } = raw.timing ?? {};
  return {
    ...toReceiver(name, raw, folder),
    operations: raw.operations ?? [],
    payloads: payloadsOf(raw.payloads),
    timing: {
      ...(timeout === undefined ? {} : { timeoutMs: parseDuration(timeout) }),
      ...(retryDelay === undefined ? {} : { retryDelayMs: parseDuration(retryDelay) }),
      ...(poll === undefined ? {} : { pollMs: parseDuration(poll) }),
      ...(budget === undefined ? {} : { budgetMs: parseDuration(budget) }),
    },
  };
}

function toReceiver(name: string, raw: RawReceiver, folder: string): Omit<ReceiverConfig, "waivers"> {
  return {
    name,
    contract: isAbsolute(raw.contract) ? raw.contract : join(folder, raw.contract),
    command: raw.command,
    driver: raw.driver ?? "stdio",
    directory: resolve(folder, raw.directory ?? "."),
    environment: raw.environment ?? {},
    scenarios: raw.scenarios ?? [],
    patienceMs: raw.patience === undefined ? null : parseDuration(raw.patience),
  };
}

function payloadsOf(payloads: Record<string, unknown> | undefined): Payloads {
  return isObject(payloads) ? payloads : {};
}
