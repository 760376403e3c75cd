import { readdirSync, readFileSync } from "node:fs";

/** A process of this machine, as /proc knows it (Linux). */
export interface Listed {
  pid: number;
  state: string;
  group: number;
}

/** The ids of all processes there are; none where there is no /proc. */
export function processesNow(): ReadonlySet<string> {
  if (process.platform !== "linux") return new Set();
  return new Set(readdirSync("/proc").filter((name) => /^\d+$/.test(name)));
}

/** Those that were not there before: only they can descend from what was started since. Reading each of them is not cheap. */
export function processesSince(before: ReadonlySet<string>): string[] {
  return [...processesNow()].filter((name) => !before.has(name));
}

/** What a process is doing, and in which group; null when it is gone. */
export function listed(name: string): Listed | null {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, "latin1");
    // After the name in parentheses, which may itself contain anything: state, parent, group.
    const [state = "", , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { pid: Number(name), state, group: Number(group) };
  } catch {
    return null;
  }
}
