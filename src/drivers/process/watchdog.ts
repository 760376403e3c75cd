import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Reads `+ GROUP` and `- GROUP` until the pipe closes, which it does however the kit ends; then kills every group still
 * listed. Only shell builtins, so that it starts in a millisecond and needs nothing.
 */
export const watchdogScript = `
trap '' INT TERM HUP QUIT PIPE
groups=
while read -r what group; do
  case $what in
    +) groups="$groups $group" ;;
    -) kept=
       for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done
       groups=$kept ;;
  esac
done
for one in $groups; do kill -s KILL -- "-$one" 2>/dev/null; done
`;

/** A small process of its own that outlives the kit for a moment, to end what the kit could not. */
export interface Watchdog {
  /** Lists a process group; written before this returns, so that it holds even if the kit dies right after. */
  started(group: number): void;
  /** Takes a process group off the list. */
  ended(group: number): void;
}

/** Starts a watchdog; it ends when this process does. Calls back should it be gone before. */
export function startWatchdog(onGone: () => void): Watchdog {
  // A session of its own: neither Ctrl-C nor a closed terminal reaches it. "/": it keeps no folder busy.
  const child = spawn("/bin/sh", ["-c", watchdogScript], {
    detached: true,
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.once("exit", onGone);
  // No process: nothing exits, and what is written goes nowhere.
  child.on("error", onGone);
  child.stdin.on("error", () => {});
  unref(child);
  return {
    started: (group) => void child.stdin.write(`+ ${group}\n`),
    ended: (group) => void child.stdin.write(`- ${group}\n`),
  };
}

function unref(child: ChildProcess): void {
  child.unref();
  // A child's stdin is a socket, though its type does not say so; it must not keep the kit running.
  (child.stdin as Socket | null)?.unref();
}
