import { setTimeout as delay } from "node:timers/promises";
import { listed, processesSince } from "./process-table.js";
import { killAllStrays } from "./strays.js";
import { startWatchdog, type Watchdog } from "./watchdog.js";

const running = new Set<number>();
let watchdog: Watchdog | undefined;
/** A machine that lets no watchdog live is not asked for ever. */
let replacementsLeft = 5;

/** Takes a process group into care: it does not outlive this process, however this process ends. */
export function watchGroup(group: number): void {
  if (running.size === 0) process.on("exit", killAllGroups);
  running.add(group);
  if (watchdog === undefined) listAll();
  else watchdog.started(group);
}

function listAll(): void {
  const started = startWatchdog(() => {
    if (watchdog !== started) return;
    watchdog = undefined;
    if (running.size > 0 && replacementsLeft-- > 0) listAll();
  });
  watchdog = started;
  for (const group of running) started.started(group);
}

/** The group is gone; its number may be used again by the system. */
export function forgetGroup(group: number): void {
  running.delete(group);
  watchdog?.ended(group);
  if (running.size === 0) process.off("exit", killAllGroups);
}

/** SIGKILL to every process of the group; a group that is gone already is fine. */
export function killGroup(group: number): void {
  try {
    process.kill(-group, "SIGKILL");
  } catch {
    // ESRCH: there is none left.
  }
}

/** SIGKILL to every group in care, and to what left them, without waiting. */
export function killAllGroups(): void {
  for (const group of running) killGroup(group);
  killAllStrays();
}

/**
 * Resolves with true when no process of the group is left, with false when some still are after `withinMs`. `before`: the
 * processes that were there before the group was.
 */
export async function groupGone(
  group: number,
  withinMs: number,
  before: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    if (isGone(group, before)) return true;
    if (performance.now() >= deadline) return false;
    await delay(pause);
  }
}

function isGone(group: number, before: ReadonlySet<string>): boolean {
  try {
    process.kill(-group, 0);
  } catch {
    return true;
  }
  // Where process 1 does not reap orphans, as in many containers, the dead keep the group's number: they do not count.
  return process.platform === "linux" && everyMemberIsDead(group, before);
}

function everyMemberIsDead(group: number, before: ReadonlySet<string>): boolean {
  return processesSince(before).every((name) => {
    const member = listed(name);
    return member === null || member.group !== group || member.state === "Z" || member.state === "X";
  });
}
