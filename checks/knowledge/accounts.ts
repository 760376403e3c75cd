import { type Entry, type EntryOf, only } from "../../src/core/history.js";
import type { Perform } from "../../src/core/scenario.js";

/** Whose account a message works on; null where the scenario has only one. */
export function accountOf(entries: readonly Entry[], asked: EntryOf<"asked">): string | null {
  const steps = only(entries, "step");
  if (!steps.some(({ step }) => performsIn(step).some(({ account }) => account === "second"))) return null;
  const opened = entries.find(
    (entry): entry is EntryOf<"asked"> =>
      entry.kind === "asked" && entry.process === asked.process && entry.ask.command === "open",
  );
  if (opened?.ask.command === "open") {
    const { account } = opened.ask.world.credentials;
    if (typeof account === "string") return account;
  }
  return seatOf(entries, asked.process);
}

/** Which account a process was given, as it was written down or from the steps that made it act: `first` or `second`. */
function seatOf(entries: readonly Entry[], process: number): string {
  const started = only(entries, "capabilities").find((entry) => entry.process === process);
  if (started?.account !== undefined) return started.account;
  for (const asked of only(entries, "asked")) {
    if (asked.process !== process || asked.ask.command !== "perform") continue;
    const { businessKey } = asked.ask;
    const step = only(entries, "step").findLast(({ seq }) => seq < asked.seq)?.step;
    const perform = performsIn(step).find((candidate) => candidate.businessKey === businessKey);
    if (perform !== undefined) return perform.account ?? "first";
  }
  return "first";
}

function performsIn(step: EntryOf<"step">["step"] | undefined): Perform[] {
  if (step?.step === "perform") return [step];
  return step?.step === "together" ? step.performs : [];
}

/** What the provider calls each account, learnt from requests made while only one account was at work. */
export function accountNames(
  entries: readonly Entry[],
  asks: readonly { seq: number; until: number; account: string | null }[],
): Map<string, string> {
  const names = new Map<string, string>();
  // Where tokens were issued it is known from the start, whatever a connector then shows for which account.
  const issued = only(entries, "credential-issued").filter(({ request }) => request === null);
  for (const [index, account] of [...new Set(issued.map((entry) => entry.account))].entries()) {
    names.set(account, account).set(index === 0 ? "first" : "second", account);
  }
  for (const request of only(entries, "request-received")) {
    const open = asks.filter((ask) => ask.seq < request.seq && request.seq < ask.until);
    const accounts = new Set(open.map((ask) => ask.account));
    const [account] = accounts;
    if (accounts.size !== 1 || account == null || request.account === null || names.has(account)) continue;
    names.set(account, request.account);
  }
  return names;
}
