import { type EntryOf, type History, only } from "../src/core/history.js";
import type { Step } from "../src/core/scenario.js";
import { neverAnswered, type Verdict, type Violation } from "../src/core/verdict.js";

/** What the history amounts to, given what the rules found; every verdict but `pass` and `fail` has a reason. */
export function verdictOf(
  history: History,
  violations: readonly Violation[],
  strays: readonly EntryOf<"claimed">[] = [],
): { verdict: Verdict; reason: string | null } {
  const cut = history.unplayable ?? cutShort(history);
  const refused = unplannedRefusal(history);
  if (violations.length > 0) return { verdict: "fail", reason: refused ?? cut ?? neverSpoke(history) };
  const reason = cut ?? refused ?? outlastedPatience(history) ?? garbled(history) ?? nobodysKey(strays);
  if (reason !== null) return { verdict: "inconclusive", reason };
  const unmet = unmetSteps(history);
  const [first] = unmet;
  if (first !== undefined) {
    const reused = only(history.entries, "request-received").some(({ onConnection }) => onConnection > 1);
    const needsReuse = (step: Step): boolean => "on" in step && step.on?.reusedConnection === true;
    if (!reused && unmet.every(needsReuse)) {
      return {
        verdict: "not-applicable",
        reason:
          "the connector opens a new connection for every request: there is none that could die on reuse",
      };
    }
    return { verdict: "inconclusive", reason: `${describe(first)}: what was not exercised is not a pass` };
  }
  return spoke(history);
}

/** The kit refuses in the provider's words what the contract does not allow; as often the contract's fault as the connector's. */
function unplannedRefusal({ entries }: History): string | null {
  const [first] = only(entries, "request-refused");
  if (first === undefined) return null;
  const request = only(entries, "request-received").find(({ request }) => request === first.request);
  const what = request === undefined ? "a request" : `${request.method} ${request.path}`;
  return `the mock provider refused ${what} (${first.refusal}: ${first.reason}); check the contract as well as the connector`;
}

/** What is missing may have been anything: from the middle, where a `seq` is missing, or from the end. */
function cutShort({ entries }: History): string | null {
  const gap = entries.findIndex(({ seq }, index) => seq !== index + 1);
  if (gap >= 0) return `entry ${gap + 1} of the history is missing: what it would show is not known`;
  if (only(entries, "ended").length > 0) return null;
  return "the history breaks off before the scenario ends: what would follow is not known";
}

/** Answers that were none, and answers that contradict each other: what the connector meant to claim is not known. */
function garbled({ entries }: History): string | null {
  const misbehaved = only(entries, "misbehaved");
  const twice = misbehaved.find(({ contradicts }) => contradicts !== undefined);
  if (twice !== undefined) {
    return `the connector answered message ${twice.contradicts} twice, and not the same: ${firstLine(twice.what)}`;
  }
  const unread = only(entries, "unanswered").find(({ why }) => why === "protocol");
  if (unread === undefined) return null;
  const said = misbehaved.find(({ process }) => process === unread.process);
  return `the connector's answer to message ${unread.id} was none${said === undefined ? "" : `: ${firstLine(said.what)}`}`;
}

/** A record of another world, or of another connector's. */
function nobodysKey(strays: readonly EntryOf<"claimed">[]): string | null {
  const stray = strays.find(({ claim }) => claim.outcome !== "absent");
  if (stray === undefined) return null;
  return `the connector spoke of ${stray.businessKey} (${stray.claim.outcome}), which nobody had asked for in this scenario`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function outlastedPatience({ entries, capabilities, patienceMs }: History): string | null {
  if (capabilities.includes("timing")) return null;
  const late = only(entries, "unanswered").some(({ why }) => why === "patience");
  return late
    ? `no answer within ${patienceMs} ms from a connector that does not obey \`timing\`; raise --patience or let it obey`
    : null;
}

/** Faults that never met a request and crashes that never happened, in the order of the steps. */
function unmetSteps(history: History): Step[] {
  const { entries } = history;
  const armed = only(entries, "fault-armed");
  const fired = only(entries, "fault-fired");
  const reached = only(entries, "step");
  const unmet: Step[] = [];
  for (const [index, step] of history.steps.entries()) {
    const begun = reached.find((entry) => entry.index === index);
    if (step.step === "fault" && step.optional !== true) {
      const mine = begun === undefined ? undefined : armed.find(({ seq }) => seq > begun.seq);
      if (mine === undefined || !fired.some((entry) => entry.armed === mine.armed)) unmet.push(step);
    }
    if (step.step === "crash" && step.optional !== true && !happened(index, entries)) unmet.push(step);
    if (step.step === "expireToken" && begun !== undefined && !wasNoticed(begun.seq, entries))
      unmet.push(step);
  }
  return unmet;
}

/** Whether a token that a step ended was shown all the same, or another was asked for its account. */
function wasNoticed(after: number, entries: History["entries"]): boolean {
  const next = only(entries, "step").find(({ seq }) => seq > after)?.seq ?? Number.POSITIVE_INFINITY;
  const ended = only(entries, "credential-ended").filter(({ seq }) => seq > after && seq < next);
  const issued = only(entries, "credential-issued").filter(({ credential }) =>
    ended.some((entry) => entry.credential === credential),
  );
  return only(entries, "request-received").some(
    ({ seq, role, account, credential }) =>
      seq > after &&
      issued.some(
        (entry) => entry.credential === credential || (role === "token" && entry.account === account),
      ),
  );
}

/** Whether a process was killed while a request was held, after the crash was announced and before the next was. */
function happened(index: number, entries: History["entries"]): boolean {
  const crashes = only(entries, "step").filter(({ step }) => step.step === "crash");
  const announced = crashes.find((entry) => entry.index === index);
  if (announced === undefined) return false;
  const next = crashes.find(({ seq }) => seq > announced.seq)?.seq ?? Number.POSITIVE_INFINITY;
  const held = only(entries, "request-held").filter(({ seq }) => seq > announced.seq && seq < next);
  const killed: EntryOf<"process-killed">[] = only(entries, "process-killed");
  return held.some((hold) => killed.some(({ seq }) => seq > hold.seq));
}

function describe(step: Step): string {
  if (step.step === "expireToken")
    return "the token that expired was never shown, and no other was asked for";
  if (step.step !== "fault" && step.step !== "crash") return step.step;
  const { nth = 1, role = "write", operation } = step.on ?? {};
  const which = nth === 1 ? `the first ${role}` : nth === "every" ? `any ${role}` : `${role} ${nth}`;
  const request = operation === undefined ? which : `${which} of ${operation}`;
  return step.step === "crash"
    ? `the crash at ${step.at} of ${request} never happened`
    : `the fault ${step.fault} at ${step.at} of ${request} never fired`;
}

/** A connector that answered nothing showed nothing. */
function spoke(history: History): { verdict: Verdict; reason: string | null } {
  const performed = only(history.entries, "asked").filter(({ ask }) => ask.command === "perform");
  if (performed.length === 0) return { verdict: "inconclusive", reason: "nothing was ever performed" };
  const reason = neverSpoke(history);
  return { verdict: reason === null ? "pass" : "inconclusive", reason };
}

/** Why there is not one claim in the whole history; null when there is one. As often a mistake of the adapter as of the integration. */
function neverSpoke({ entries }: History): string | null {
  if (only(entries, "claimed").length > 0) return null;
  const threw = only(entries, "threw")[0];
  if (threw !== undefined) return `${neverAnswered} but with an error: ${threw.error}`;
  const misbehaved = only(entries, "misbehaved")[0];
  if (misbehaved !== undefined) return `${neverAnswered} as the protocol has it: ${misbehaved.what}`;
  return neverAnswered;
}
