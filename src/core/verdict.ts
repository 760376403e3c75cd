/** What a rule found. All violations of a run are collected, the worst first. */
export interface Violation {
  rule: string;
  /** What was seen: expected and actual, in one or two sentences. */
  message: string;
  /** `seq` of the journal entries it rests on; never empty. */
  entries: number[];
  /** The contract place it rests on. */
  contract: { file: string; line: number };
  /** What to do about it. */
  advice: string;
}

export const verdicts = ["pass", "fail", "inconclusive", "not-applicable", "waived"] as const;
export type Verdict = (typeof verdicts)[number];

/** How the reason of a result begins when not one claim was made: a connector that answers nothing shows nothing. */
export const neverAnswered = "the connector never answered";

/** The result of one operation in one scenario. */
export interface Result {
  operation: string;
  scenario: string;
  verdict: Verdict;
  /** Why it is inconclusive, not applicable or waived. */
  reason: string | null;
  durationMs: number;
  /** Path of the stored history, relative to the report. */
  history: string | null;
  violations: Violation[];
}

/** What became of a waiver in one run; `expired`, `stale` and `fits-nothing` fail the run. */
export type WaiverState = "needed" | "expired" | "stale" | "fits-nothing" | "undecided";

/** A waiver as reports tell of it. */
export interface WaiverUse {
  check: string;
  operation: string | null;
  rule: string | null;
  reason: string;
  /** The last day on which it holds, in UTC. */
  until: string;
  state: WaiverState;
  /** What is wrong with it and what to do; null when nothing is. */
  problem: string | null;
}

/** A whole run: what reports print. */
export interface Report {
  version: 1;
  provider: string;
  contract: string;
  connector: string;
  seed: number;
  durationMs: number;
  results: Result[];
  /** Those of the connector, in the order of `threeworlds.yaml`. */
  waivers: WaiverUse[];
  summary: { pass: number; fail: number; inconclusive: number; notApplicable: number; waived: number };
}
