import type { Story } from "../history-builder.js";

/** A history that a rule blames, and one much like it that no rule does. */
export interface Sample {
  rule: string;
  /** What the connector does wrong, as a present-tense fact. */
  flaw: string;
  bad: Story;
  message: string;
  /** Other rules that speak of the same history. */
  also?: string[];
  /** `path:line` without the file, of the contract place. */
  line: string;
  good: Story;
}
