import { createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { finished } from "node:stream/promises";
import type { Provider } from "../../../mock-provider/provider.js";
import { expectedGot, KitError } from "../../core/errors.js";
import type { Entry } from "../../core/history.js";

/** A file that a journal is written to, one entry a line. */
export interface JournalFile {
  /** Writes what is in the journal and what comes; nothing is left out, a slow disk is waited for in memory. */
  follow(provider: Pick<Provider, "journal" | "masked">): void;
  /** Resolves when everything is on its way to the disk. */
  close(): Promise<void>;
}

/** Opens a file to append to. Throws KitError("file") when it cannot be written. */
export async function openJournalFile(path: string): Promise<JournalFile> {
  try {
    const there = await stat(path).catch(() => null);
    if (there !== null && !there.isFile() && !there.isCharacterDevice()) {
      throw new Error(expectedGot("a file", there.isDirectory() ? "a folder" : "a pipe or socket"));
    }
    // Bodies are in it, and whatever a client presented by mistake: for the eyes of whoever started it.
    await (await open(path, "a", 0o600)).close();
  } catch (error) {
    throw new KitError("file", `--journal: ${error instanceof Error ? error.message : "cannot be written"}`, {
      cause: error,
    });
  }
  const stream = createWriteStream(path, { flags: "a", mode: 0o600 });
  stream.on("error", (error) => {
    process.stderr.write(`--journal: ${error.message}\n`);
  });
  return {
    follow({ journal, masked }) {
      const write = (entry: Entry): void => {
        stream.write(`${JSON.stringify(masked(entry))}\n`);
      };
      for (const entry of journal.entries()) write(entry);
      journal.listen(write);
    },
    async close() {
      stream.end();
      await finished(stream).catch(() => {});
    },
  };
}
