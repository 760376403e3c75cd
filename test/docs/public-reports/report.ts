/** A public bug report, and what of the kit stands for it. */
export interface PublicReport {
  id: string;
  /** `owner/name#number` on GitHub, or a web address. */
  source: string;
  /** Further reports of the same thing. */
  also?: string[];
  /** In our own words, in one sentence. */
  wentWrong: string;
  caught: Caught[];
  /** What of it is not played. */
  leftOut?: string;
}

/** The connector with that mistake, the scenario that shows it, and the rule that names it. */
export interface Caught {
  flaw: string;
  scenario: string;
  rule: string;
}

/** Reports that share a class of mistake. */
export interface ReportClass {
  letter: string;
  title: string;
  reports: PublicReport[];
}

/** One line of `caught`. */
export function by(flaw: string, scenario: string, rule: string): Caught {
  return { flaw, scenario, rule };
}
