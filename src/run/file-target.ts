import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { expectedGot, KitError, messageOf } from "../core/errors.js";

/** Makes a folder and sees that it can be written. Throws KitError("file") that names the option. */
export async function prepareFolder(option: string, folder: string): Promise<void> {
  if (folder === "") throw new KitError("usage", `${option}: ${expectedGot("a folder", "an empty text")}.`);
  // Where nothing can be made, making it never ends.
  if (/^\/(?:proc|sys)\//.test(`${resolve(folder)}/`)) {
    throw refused(`${option} ${folder}`, "a folder that can be written", "one of the system");
  }
  try {
    await mkdir(folder, { recursive: true });
    const trial = join(folder, draftOf("trial"));
    await writeFile(trial, "");
    await rm(trial);
  } catch (error) {
    throw refused(`${option} ${folder}`, "a folder that can be written", error);
  }
}

/** Sees that a file can be written, and makes its folder. Throws KitError("file") that names the option. */
export async function prepareFile(option: string, file: string): Promise<void> {
  if (file === "") throw new KitError("usage", `${option}: ${expectedGot("a file", "an empty text")}.`);
  const there = await statOf(file);
  const wrong = there === null ? null : unfit(there);
  if (wrong !== null) {
    throw new KitError("file", `${option}: ${expectedGot("a file that can be written", wrong)}.`);
  }
  try {
    if (there !== null) await access(file, constants.W_OK);
    if (there === null || there.isFile()) await prepareFolder(option, dirname(file));
  } catch (error) {
    throw error instanceof KitError ? error : refused(option, "a file that can be written", error);
  }
}

/** Writes a file as a whole or not at all: whoever reads it never sees half of it. Throws what the system says. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const there = await statOf(file);
  if (there !== null && !there.isFile()) {
    // A device such as /dev/stdout: put in its place would be a file.
    await writeFile(file, text);
    return;
  }
  const draft = join(dirname(file), draftOf(basename(file)));
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function draftOf(name: string): string {
  return `.${name.slice(0, 100)}.${randomUUID().slice(0, 8)}.draft`;
}

async function statOf(file: string): Promise<Stats | null> {
  return stat(file).catch(() => null);
}

function unfit(there: Stats): string | null {
  if (there.isDirectory()) return "a folder";
  return there.isFIFO() || there.isSocket() || there.isBlockDevice() ? "a pipe, socket or disk" : null;
}

function refused(where: string, expected: string, error: unknown): KitError {
  return new KitError("file", `${where}: ${expectedGot(expected, messageOf(error))}.`, { cause: error });
}
