import { mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expectedGot, KitError } from "../../core/errors.js";

/** Writes files that are not there yet: all of them or none. Throws KitError("file") when one is. */
export async function writeNew(files: ReadonlyMap<string, string>): Promise<void> {
  const taken: string[] = [];
  for (const file of files.keys()) if (await isThere(file)) taken.push(file);
  if (taken.length > 0) {
    throw new KitError(
      "file",
      `${taken.join(", ")}: ${expectedGot("no such file", "one that is there")}. Nothing was written. Move it away, or choose another place with --out.`,
    );
  }
  for (const [file, text] of files) {
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text, { flag: "wx" });
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      throw new KitError("file", `${file}: cannot be written: ${reason}.`, { cause: error });
    }
  }
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
