import type { Judgement } from "../../checks/judge.js";
import { KitError, stackOf } from "../core/errors.js";
import type { Report, Result, Verdict } from "../core/verdict.js";
import { inParallel } from "./jobs.js";
import type { ProgramRequest } from "./program.js";
import { auditWaivers, waive, type WaiverTerms } from "./waivers.js";

/** What became of one case. `cause` says how the kit itself failed; the case is then inconclusive and has no history. */
export interface Played<H> extends Judgement {
  history: H | null;
  cause: string | null;
}

/** What a check tells while it runs. */
export type RunEvent<H> =
  { event: "planned"; total: number } | { event: "finished"; result: Result; history: H | null };

export interface Checked {
  report: Report;
  /** True when the kit itself failed in some scenario: exit 2. */
  kitFailed: boolean;
}

/** Cases of one direction, and how one of them is played. */
export interface CaseRun<C, H> {
  request: ProgramRequest;
  cases: readonly C[];
  named: (planned: C) => { operation: string; scenario: string };
  play: (planned: C) => Promise<Played<H>>;
  /** Whether a case leaves the machine alone for most of its time; default: none does. */
  waits?: (planned: C) => boolean;
  /** The ids of the rules, and everything that would be played if the request did not narrow it: for its waivers. */
  rules: readonly { id: string }[];
  all: readonly { operation: string; scenario: string }[];
  listen: (event: RunEvent<H>) => void | Promise<void>;
}

/** Plays every case, as many at once as the request allows, and reports. */
export async function runCases<C, H>(run: CaseRun<C, H>): Promise<Checked> {
  const { request, cases, listen } = run;
  const started = performance.now();
  const terms: WaiverTerms = {
    ...(request.tolerated ?? { waivers: [], today: "" }),
    rules: run.rules.map(({ id }) => id),
  };
  await listen({ event: "planned", total: cases.length });
  let kitFailed = false;
  const playOne = async (planned: C): Promise<Result> => {
    const begun = performance.now();
    const { history, cause, verdict, reason, violations } = await run.play(planned);
    kitFailed ||= cause !== null;
    const durationMs = Math.round(performance.now() - begun);
    const found = { ...run.named(planned), verdict, reason, violations, durationMs, history: null };
    const result = cause === null ? waive(found, terms) : found;
    await listen({ event: "finished", result, history });
    return result;
  };
  const results = await inParallel(cases, request.jobs, playOne, run.waits);
  const durationMs = Math.round(performance.now() - started);
  const waivers = auditWaivers(terms, results, run.all);
  return { kitFailed, report: { ...reportOf(request, results, durationMs), waivers } };
}

/** What was not played, and why. */
export function unjudged<H = never>(verdict: Verdict, reason: string): Played<H> {
  return { verdict, reason, violations: [], history: null, cause: null };
}

/**
 * Plays and judges; an error of the kit's own makes the case inconclusive. A KitError goes on: it is the user's to mend, a full
 * disk for example, and every other scenario would say the same.
 */
export async function unlessKitFails<H>(act: () => Promise<Omit<Played<H>, "cause">>): Promise<Played<H>> {
  try {
    return { ...(await act()), cause: null };
  } catch (error) {
    if (error instanceof KitError) throw error;
    const cause = stackOf(error);
    return { ...unjudged("inconclusive", `threeworlds itself failed: ${cause}`), cause };
  }
}

/** Results of one program as a report, without waivers. */
export function reportOf(request: ProgramRequest, results: Result[], durationMs: number): Report {
  return {
    version: 1,
    provider: request.contract.provider.name,
    contract: request.contract.file,
    connector: request.name,
    seed: request.seed,
    durationMs,
    results,
    waivers: [],
    summary: summarise(results),
  };
}

/** How many results have each verdict. */
export function summarise(results: readonly Result[]): Report["summary"] {
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    inconclusive: count("inconclusive"),
    notApplicable: count("not-applicable"),
    waived: count("waived"),
  };
}
