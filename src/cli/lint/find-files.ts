import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { KitError } from "../../core/errors.js";
import { globBase, globTest } from "../../core/glob.js";

/**
 * The contract files that the patterns name: files as they are, the YAML files of folders, and what fits a glob; each once,
 * in order. Throws KitError("file") for a pattern that names nothing.
 */
export async function findFiles(patterns: readonly string[]): Promise<string[]> {
  const found = await Promise.all(patterns.map(filesOf));
  return [...new Set(found.flat())];
}

async function filesOf(pattern: string): Promise<string[]> {
  const there = await stat(pattern).catch(() => null);
  if (there?.isFile() === true) return [pattern];
  if (there?.isDirectory() === true) {
    const files = await yamlFilesUnder(pattern);
    if (files.length > 0) return files;
    throw new KitError("file", `${pattern}: this folder holds no .yaml file. Name one that does, or a file.`);
  }
  const { base, isGlob } = globBase(pattern);
  if (!isGlob) {
    throw new KitError("file", `${pattern}: there is no such file or folder.`);
  }
  const fits = globTest(pattern);
  const files = (await yamlFilesUnder(base === "" ? "." : base)).filter((file) => fits(file));
  if (files.length > 0) return files;
  throw new KitError("file", `${pattern}: no file matches. Globs are matched from the current folder.`);
}

async function yamlFilesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = await Promise.all(
    entries.map(async (entry) => {
      const where = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        return entry.name === "node_modules" || entry.name.startsWith(".") ? [] : yamlFilesUnder(where);
      }
      return /\.ya?ml$/.test(entry.name) ? [where] : [];
    }),
  );
  return files.flat().sort();
}
