import type { Entry, EntryOf } from "../../src/core/history.js";
import type { Json } from "../../src/core/json.js";
import { accountOf } from "./accounts.js";

/** One message to the connector that may make it act, and until when it was open. */
export interface Ask {
  seq: number;
  at: number;
  wall: number;
  process: number;
  /** The account the process works for; null where only one is in play. */
  account: string | null;
  command: "perform" | "reconcile" | "inspect";
  operation: string | null;
  businessKey: string | null;
  payload: Json;
  parameters: Record<string, string>;
  /** `seq` of the entry that closed it; Infinity when nothing did. */
  until: number;
  end: "claimed" | "threw" | "unanswered" | "open";
  why: "exited" | "killed" | "patience" | "protocol" | null;
}

/** The end of a process: nothing reaches it any more. */
export interface Death {
  seq: number;
  process: number;
}

/** Every perform, reconcile and inspect, oldest first. */
export function asksIn(entries: readonly Entry[]): Ask[] {
  const asks: Ask[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== "asked" || entry.ask.command === "open") continue;
    const { seq, at, wall, process, ask } = entry;
    const rest = entries.slice(index + 1);
    asks.push({
      seq,
      at,
      wall,
      process,
      account: accountOf(entries, entry),
      command: ask.command,
      operation: ask.command === "perform" ? ask.operation : null,
      businessKey: ask.command === "reconcile" ? null : ask.businessKey,
      payload: ask.command === "perform" ? ask.payload : null,
      parameters: ask.command === "perform" ? ask.parameters : {},
      ...ending(rest, entry),
    });
  }
  return asks;
}

/** When each process ended, oldest first. */
export function deathsIn(entries: readonly Entry[]): Death[] {
  const seen = new Set<number>();
  const deaths: Death[] = [];
  for (const entry of entries) {
    if (entry.kind !== "process-killed" && entry.kind !== "process-exited") continue;
    if (seen.has(entry.process)) continue;
    seen.add(entry.process);
    deaths.push({ seq: entry.seq, process: entry.process });
  }
  return deaths;
}

function ending(rest: readonly Entry[], asked: EntryOf<"asked">): Pick<Ask, "until" | "end" | "why"> {
  let found: Pick<Ask, "until" | "end" | "why"> | null = null;
  for (const entry of rest) {
    if (entry.kind === "process-started" && entry.process === asked.process) break;
    const same =
      "id" in entry && "process" in entry && entry.process === asked.process && entry.id === asked.id;
    if (!same) continue;
    if (entry.kind === "claimed") found = { until: entry.seq, end: "claimed", why: null };
    if (entry.kind === "answered-nothing") return { until: entry.seq, end: "open", why: null };
    if (entry.kind === "threw") return { until: entry.seq, end: "threw", why: null };
    if (entry.kind === "unanswered") return { until: entry.seq, end: "unanswered", why: entry.why };
  }
  if (found !== null) return found;
  // A history of before: a reconcile with nothing to say left no entry. It was over when the process was next asked, or ended.
  const next = rest.find(
    (entry) =>
      (entry.kind === "asked" || entry.kind === "process-killed" || entry.kind === "process-exited") &&
      entry.process === asked.process,
  );
  return { until: next?.seq ?? Number.POSITIVE_INFINITY, end: "open", why: null };
}
