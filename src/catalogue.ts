import { readdir } from "node:fs/promises";
import { KitError } from "./core/errors.js";

/** The folders whose files each default-export one entry; adding an entry is adding a file. */
export const catalogueFolders = {
  faults: new URL("../mock-provider/faults/", import.meta.url),
  scenarios: new URL("../checks/scenarios/", import.meta.url),
  rules: new URL("../checks/rules/", import.meta.url),
  "receiver/scenarios": new URL("../checks/receiver/scenarios/", import.meta.url),
  "receiver/rules": new URL("../checks/receiver/rules/", import.meta.url),
  drivers: new URL("./drivers/", import.meta.url),
  reports: new URL("./reports/", import.meta.url),
  commands: new URL("./cli/", import.meta.url),
} as const;

export type CatalogueKind = keyof typeof catalogueFolders;

// Declaration files and source maps lie beside the compiled entries.
const isEntryFile = /^[a-z0-9]+(?:-[a-z0-9]+)*\.(?:ts|js|mjs)$/;

/**
 * Loads every entry of a folder, by id, in the order of their ids. A file without a default export is no entry.
 * Throws KitError("catalogue") when an entry's id is not its file name.
 */
export async function loadCatalogue<T extends { id: string }>(kind: CatalogueKind): Promise<Map<string, T>> {
  const folder = catalogueFolders[kind];
  const files = (await readdir(folder)).filter((file) => isEntryFile.test(file)).sort();
  const loaded = await Promise.all(
    files.map(async (file) => {
      const module = (await import(new URL(file, folder).href)) as { default?: T };
      return { file, entry: module.default };
    }),
  );
  const entries = new Map<string, T>();
  for (const { file, entry } of loaded) {
    if (entry === undefined) continue;
    const expected = file.replace(/\.[a-z]+$/, "");
    if (entry.id !== expected) {
      throw new KitError(
        "catalogue",
        `${kind}/${file}: expected id '${expected}' (the file name), got '${entry.id}'. Rename the file or the id.`,
      );
    }
    entries.set(entry.id, entry);
  }
  return entries;
}
