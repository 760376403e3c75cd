import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expectedGot, KitError, messageOf } from "../../core/errors.js";
import type { History } from "../../core/history.js";
import { isObject, type Json } from "../../core/json.js";

/** The history files that paths stand for: files as they are, of folders every `.json` in them and below. Throws KitError("file"). */
export async function historyFiles(paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const there = await stat(path).catch(() => null);
    if (there === null) throw new KitError("file", `${path}: there is no such file or folder.`);
    if (!there.isDirectory()) {
      found.push(path);
      continue;
    }
    const names = await readdir(path, { recursive: true });
    const inside = names.filter((name) => name.endsWith(".json")).sort();
    if (inside.length === 0) {
      throw new KitError("file", `${path}: ${expectedGot("history files (.json)", "none")}.`);
    }
    found.push(...inside.map((name) => join(path, name)));
  }
  return [...new Set(found)];
}

/** Reads one stored history. Throws KitError("history") when the file is none. */
export async function readHistory(file: string): Promise<History> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new KitError("file", `${file}: it cannot be read.`, { cause });
  });
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (cause) {
    const detail = messageOf(cause);
    throw new KitError(
      "history",
      `${file}: ${expectedGot("a history", `text that is no JSON (${detail})`)}.`,
      {
        cause,
      },
    );
  }
  const wrong = flawOf(value);
  if (wrong !== null) {
    throw new KitError(
      "history",
      `${file}: ${wrong}. Give it a file that \`threeworlds check --out\` wrote below histories/.`,
    );
  }
  return value as unknown as History;
}

const texts = ["connector", "operation", "scenario"] as const;
const lists = ["capabilities", "steps", "entries"] as const;

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
  for (const name of texts) {
    if (typeof value[name] !== "string")
      return `${name}: ${expectedGot("text", JSON.stringify(value[name] ?? null))}`;
  }
  for (const name of lists) {
    if (!Array.isArray(value[name]))
      return `${name}: ${expectedGot("a list", JSON.stringify(value[name] ?? null))}`;
  }
  if (!isObject(value["timing"])) return `timing: ${expectedGot("the timing it was played with", "none")}`;
  return flawInEntries(entries);
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
