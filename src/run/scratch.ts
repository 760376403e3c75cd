import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/** A new directory that is gone when it is disposed of, or at the latest when the kit exits. */
export async function makeScratchDirectory(): Promise<{ path: string; remove(): void }> {
  const path = await mkdtemp(join(tmpdir(), "threeworlds-"));
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

function removeAll(): void {
  for (const path of made) remove(path);
}

/** A file that still appears while the directory is emptied is no reason to fail a run. */
function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
