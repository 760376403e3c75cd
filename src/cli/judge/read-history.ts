import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readTextFile } from "../../contract/text-file.js";
import { expectedGot, KitError, messageOf } from "../../core/errors.js";
import type { History, ReceiverHistory } from "../../core/history.js";
import { isObject, type Json } from "../../core/json.js";
import { misfits, type Misfit } from "../../core/schema-words.js";
import { entrySchemas, historySchema } from "./history-schema.js";

/** The history files that a path stands for: a file as it is, of a folder every `.json` in it and below. Throws KitError("file"). */
export async function historyFiles(path: string): Promise<string[]> {
  const there = await stat(path).catch(() => null);
  if (there === null) throw new KitError("file", `${path}: there is no such file or folder.`);
  if (!there.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true }).catch((cause: unknown) => {
    throw new KitError("file", `${path}: the folder cannot be read: ${messageOf(cause)}.`, { cause });
  });
  const inside = names.filter((name) => name.endsWith(".json")).sort();
  if (inside.length > 0) return inside.map((name) => join(path, name));
  throw new KitError("file", `${path}: ${expectedGot("history files (.json)", "none")}.`);
}

/** The largest history that is read, bytes: twice what a connector may print, and room for what it sent. */
const maxHistoryBytes = 256 * 1024 * 1024;

/** Reads one stored history. Throws KitError("history") when the file is none. */
export async function readHistory(
  file: string,
  maxBytes = maxHistoryBytes,
): Promise<History | ReceiverHistory> {
  const read = await readTextFile(file, maxBytes);
  if (!("text" in read)) throw new KitError("file", `${file}: ${read.message}`);
  let value: Json;
  try {
    value = JSON.parse(read.text) as Json;
  } catch (cause) {
    const detail = messageOf(cause);
    throw new KitError(
      "history",
      `${file}: ${expectedGot("a history", `text that is no JSON (${detail})`)}.`,
      { cause },
    );
  }
  const wrong = flawOf(value);
  if (wrong !== null) {
    throw new KitError(
      "history",
      `${file}: ${wrong}. Give it a file that \`threeworlds check --out\` wrote below histories/.`,
    );
  }
  return value as unknown as History | ReceiverHistory;
}

/** Mistakes said of one file; the first explains the others. */
const mostSaid = 5;

function flawOf(value: Json): string | null {
  if (!isObject(value)) return expectedGot("a history", Array.isArray(value) ? "a list" : typeof value);
  const { version, contract, entries } = value;
  if (!Array.isArray(entries)) {
    return expectedGot(
      "a history",
      `JSON of another kind (its fields: ${Object.keys(value).join(", ") || "none"})`,
    );
  }
  if (version !== 1) return `version: ${expectedGot("1", JSON.stringify(version ?? null))}`;
  if (!isObject(contract) || typeof contract["file"] !== "string" || typeof contract["source"] !== "string") {
    return `contract: ${expectedGot("{ file, source }", JSON.stringify(contract ?? null))}`;
  }
  const around = value["direction"] === "receives" ? [] : misfits(historySchema, { ...value, entries: [] });
  return inWords(around) ?? flawInEntries(entries) ?? inWords(entries.flatMap(misfitsInEntry));
}

function misfitsInEntry(entry: Json, index: number): Misfit[] {
  const kind = isObject(entry) ? entry["kind"] : undefined;
  const schema = typeof kind === "string" ? entrySchemas.get(kind) : undefined;
  return schema === undefined ? [] : misfits(schema, entry, `/entries/${index}`);
}

function inWords(misfitting: readonly Misfit[]): string | null {
  if (misfitting.length === 0) return null;
  const said = misfitting
    .slice(0, mostSaid)
    .map(({ pointer, expected, got }) => `${pointer.slice(1)}: ${expectedGot(expected, got)}`);
  const left = misfitting.length - said.length;
  return [...said, ...(left > 0 ? [`and ${left} more`] : [])].join("; ");
}

/** Entries are numbered from 1 without gaps: a file that was cut or edited shows here. */
function flawInEntries(entries: readonly Json[]): string | null {
  for (const [index, entry] of entries.entries()) {
    const isEntry =
      isObject(entry) &&
      typeof entry["kind"] === "string" &&
      typeof entry["at"] === "number" &&
      typeof entry["wall"] === "number";
    if (!isEntry || entry["seq"] !== index + 1) {
      return `entries: ${expectedGot(`entry ${index + 1} with seq ${index + 1}, at, wall and kind`, JSON.stringify(entry).slice(0, 80))}`;
    }
  }
  return null;
}
