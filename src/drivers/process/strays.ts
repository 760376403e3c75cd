import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { listed, processesSince } from "./process-table.js";

/** The variable by which what a connector started is known, wherever it went. */
export const markName = "THREEWORLDS_PROCESS";

/** A process that had left the process group of the connector that started it. */
export interface Stray {
  pid: number;
  /** Its command line. */
  command: string;
}

const ofThisKit = `${process.pid}-${randomUUID()}`;
const seen: Stray[] = [];
let marked = 0;

/** A mark that no other process has. */
export function newMark(): string {
  return `${ofThisKit}-${(marked += 1)}`;
}

/**
 * SIGKILL to everything that carries a mark and is not of the group: what called setsid, or was started twice removed.
 * `before`: the processes that were there before the marked one was started. Needs /proc, hence Linux; elsewhere it finds nothing.
 */
export function killStrays(mark: string, group: number, before: ReadonlySet<string>): Stray[] {
  const found = killMarked(`${markName}=${mark}\0`, group, before);
  seen.push(...found);
  return found;
}

/** The same for whatever any connector of this kit started. */
export function killAllStrays(): void {
  killMarked(`${markName}=${ofThisKit}-`, 0, new Set());
}

/** All that were found so far. */
export function straysSeen(): readonly Stray[] {
  return seen;
}

function killMarked(mark: string, group: number, before: ReadonlySet<string>): Stray[] {
  const killed = new Map<number, Stray>();
  // One that is starting others may have started one meanwhile.
  for (let round = 0; round < 5; round += 1) {
    const found = markedBy(mark, group, before).filter(({ pid }) => !killed.has(pid));
    if (found.length === 0) break;
    for (const stray of found) {
      killed.set(stray.pid, stray);
      kill(stray.pid);
    }
  }
  return [...killed.values()];
}

function markedBy(mark: string, group: number, before: ReadonlySet<string>): Stray[] {
  return processesSince(before).flatMap((name) => {
    const pid = Number(name);
    if (pid === process.pid) return [];
    try {
      // The environment it was started with; of a dead one it is empty, of another user's it cannot be read.
      if (!readFileSync(`/proc/${name}/environ`, "latin1").includes(mark)) return [];
      if (listed(name)?.group === group) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      return [{ pid, command: command.slice(0, 100) }];
    } catch {
      return [];
    }
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
