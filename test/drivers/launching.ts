import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import type { RunnerEntry } from "../../src/core/history.js";
import type { Json } from "../../src/core/json.js";
import type { Command, World } from "../../src/core/protocol.js";
import type { Launch, Reply, Session } from "../../src/drivers/driver.js";
import stdio from "../../src/drivers/stdio.js";

export const programs = fileURLToPath(new URL("programs/", import.meta.url));

export const world: World = {
  baseUrl: "http://127.0.0.1:4711",
  stateDir: "/nowhere",
  credentials: { token: "tk_1", account: "acme" },
  timing: {
    timeoutMs: 400,
    retryDelayMs: 20,
    lookupLagMs: null,
    settlesWithinMs: 60_000,
    pollMs: 50,
    budgetMs: 3000,
  },
  now: "2026-11-30T12:00:00.000Z",
};

/** A session and what was recorded of it; leaving its scope kills it. */
export interface Launched {
  session: Session;
  entries: RunnerEntry[];
  perform(payload: Json): Promise<Reply>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function launchOf(command: string, entries: RunnerEntry[], options: Partial<Launch> = {}): Launch {
  return {
    command,
    workingDirectory: programs,
    environment: {},
    world,
    process: 1,
    patienceMs: 10_000,
    record: (entry) => void entries.push(entry),
    ...options,
  };
}

export async function launch(command = "python3 says.py", options: Partial<Launch> = {}): Promise<Launched> {
  const entries: RunnerEntry[] = [];
  const session = await stdio.start(launchOf(command, entries, options));
  return {
    session,
    entries,
    perform: (payload) => session.ask(performing(payload)).reply,
    [Symbol.asyncDispose]: () => session.kill("the test is over"),
  };
}

export function performing(payload: Json): Command {
  return {
    command: "perform",
    operation: "createTicket",
    businessKey: "order-42",
    payload,
    parameters: {},
    now: world.now,
  };
}

/** The lines recorded of a stream. */
export function logged(entries: readonly RunnerEntry[], stream: "stdout" | "stderr"): string[] {
  return entries
    .filter((entry) => entry.kind === "logged" && entry.stream === stream)
    .map((entry) => (entry.kind === "logged" ? entry.text : ""));
}

/** What it is said to have done wrong. */
export function misbehaviour(entries: readonly RunnerEntry[]): string[] {
  return entries.flatMap((entry) => (entry.kind === "misbehaved" ? [entry.what] : []));
}

/** The living processes of a group, as their command lines. */
export function membersOf(group: number): string[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(itsGroup) !== group || state === "Z") return [];
      return [readFileSync(`/proc/${name}/cmdline`, "latin1").replaceAll("\0", " ").trim()];
    } catch {
      return [];
    }
  });
}

/** Polls until the condition holds; false when it does not within the time. */
export async function comesTrue(condition: () => boolean, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

/** The group of a session, from what was recorded of its start. */
export function groupOf(entries: readonly RunnerEntry[]): number {
  for (const entry of entries) if (entry.kind === "process-started") return entry.pid;
  throw new Error("no process was started");
}
