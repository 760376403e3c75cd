import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expectedGot, KitError, messageOf } from "../core/errors.js";

const made = new Set<string>();

/** A directory for the time of one scenario, or of one run. */
export interface ScratchDirectory {
  path: string;
  remove(): void;
}

/** A new directory that is gone when it is removed, or at the latest when the kit exits. Throws KitError("file"). */
export function makeScratchDirectory(): ScratchDirectory {
  // At once and not awaited: a signal in between would leave it behind.
  const path = makeDirectory();
  if (made.size === 0) process.once("exit", removeAll);
  made.add(path);
  return {
    path,
    remove: () => {
      made.delete(path);
      remove(path);
      if (made.size === 0) process.removeListener("exit", removeAll);
    },
  };
}

function makeDirectory(): string {
  try {
    // Absolute, since connectors work in folders of their own.
    return mkdtempSync(join(resolve(tmpdir()), "threeworlds-"));
  } catch (error) {
    const cause = messageOf(error);
    throw new KitError(
      "file",
      `${tmpdir()}: ${expectedGot("a directory for temporary files that can be written", cause)}. Set TMPDIR to one.`,
      { cause: error },
    );
  }
}

function removeAll(): void {
  for (const path of made) remove(path);
}

/** What a connector left there that cannot be removed is no reason to fail a run. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    const why = messageOf(error);
    process.stderr.write(`${path} could not be removed: ${why.slice(0, 200)}\n`);
  }
}
