import { only } from "../../src/core/history.js";
import type { Verdict, Violation } from "../../src/core/verdict.js";
import { isGenuine } from "./account.js";
import type { ReceiverCase } from "./rule.js";

/** What a receiver's history amounts to, given what the rules found; every verdict but `pass` and `fail` has a reason. */
export function receiverVerdict(
  c: ReceiverCase,
  violations: readonly Violation[],
): { verdict: Verdict; reason: string | null } {
  if (violations.length > 0) return { verdict: "fail", reason: null };
  const reason = c.history.unplayable ?? unread(c) ?? unmet(c) ?? untaken(c);
  return { verdict: reason === null ? "pass" : "inconclusive", reason };
}

/** Business data that could not be read show nothing. */
function unread({ history: { entries, patienceMs } }: ReceiverCase): string | null {
  const threw = only(entries, "threw")[0];
  if (threw !== undefined) return `the receiver answered with an error: ${threw.error}`;
  const silent = only(entries, "unanswered").some(({ why }) => why === "patience");
  if (silent) return `the receiver did not answer the kit within ${patienceMs} ms; raise --patience`;
  const misbehaved = only(entries, "misbehaved")[0];
  if (misbehaved !== undefined) return `the receiver does not keep to the protocol: ${misbehaved.what}`;
  return only(entries, "applied-read").length === 0 ? "its business data were never read" : null;
}

/** Disturbances that no delivery met, counted for each process: a restart forgets what was ordered. */
function unmet({ history: { entries } }: ReceiverCase): string | null {
  const ordered = only(entries, "receiver-step").filter(({ step }) => step.step === "disturb");
  const met = new Map<number, number>();
  for (const entry of [...only(entries, "disturbance-met"), ...only(entries, "applied-read")]) {
    met.set(entry.process, Math.max(met.get(entry.process) ?? 0, entry.met));
  }
  const inAll = [...met.values()].reduce((sum, times) => sum + times, 0);
  if (inAll >= ordered.length) return null;
  const [first] = ordered.slice(inAll);
  const what = first?.step.step === "disturb" ? `${first.step.do} at ${first.step.at}` : "a disturbance";
  return `the disturbance '${what}' was never met: what was not exercised is not a pass`;
}

/** A receiver that took nothing showed nothing. */
function untaken({ account }: ReceiverCase): string | null {
  const taken = account.deliveries.some((one) => isGenuine(one) && one.answer?.success === true);
  return taken ? null : "no genuine delivery was ever taken";
}
