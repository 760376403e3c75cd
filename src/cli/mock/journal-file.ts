import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { KitError } from "../../core/errors.js";
import type { Journal } from "../../core/journal.js";

/** A file that a journal is written to, one entry a line. */
export interface JournalFile {
  /** Writes what is in the journal and what comes; nothing is left out, a slow disk is waited for in memory. */
  follow(journal: Journal): void;
  /** Resolves when everything is on its way to the disk. */
  close(): Promise<void>;
}

/** Opens a file to append to. Throws KitError("file") when it cannot be written. */
export async function openJournalFile(path: string): Promise<JournalFile> {
  try {
    await (await open(path, "a")).close();
  } catch (error) {
    throw new KitError("file", `--journal: ${error instanceof Error ? error.message : "cannot be written"}`, {
      cause: error,
    });
  }
  const stream = createWriteStream(path, { flags: "a" });
  stream.on("error", (error) => {
    process.stderr.write(`--journal: ${error.message}\n`);
  });
  const write = (entry: unknown): void => {
    stream.write(`${JSON.stringify(entry)}\n`);
  };
  return {
    follow(journal) {
      for (const entry of journal.entries()) write(entry);
      journal.listen(write);
    },
    async close() {
      stream.end();
      await finished(stream).catch(() => {});
    },
  };
}
