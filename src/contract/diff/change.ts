import type { Json } from "../../core/json.js";
import type { Location } from "../model.js";

/**
 * What a change means for a connector that is careful by the old contract: `breaking`, it may do wrong under the new one;
 * `harmless`, it cannot; `review`, no rule can say, so a person has to look.
 */
export type Impact = "breaking" | "harmless" | "review";

/** One change between two versions of a contract. */
export interface Change {
  /** Where, in the words of the contract: `operations.createTicket.idempotency.retention`. */
  path: string;
  kind: "added" | "removed" | "changed";
  /** null when it was not there. */
  before: Json;
  /** null when it is no longer there. */
  after: Json;
  impact: Impact;
  /** One sentence. */
  why: string;
  /** Where it stood; null when it was not there. */
  older: Location | null;
  /** Where it stands; null when it is no longer there. */
  newer: Location | null;
}

/** Two values at one place that are not the same; undefined where there is none. */
export interface Difference {
  path: readonly string[];
  before: Json | undefined;
  after: Json | undefined;
}

/** What a difference means. */
export interface Meaning {
  impact: Impact;
  why: string;
}

/** Says what a difference at a place means; null leaves it to the next rule. */
export type Judge = (difference: Difference, sides: Sides) => Meaning | null;

/** Both contracts as they are compared, for rules that need more than the two values. */
export interface Sides {
  before: Json;
  after: Json;
}

/** Rules by place: dotted, `*` for any name. The first that says something counts. */
export type RuleTable = readonly (readonly [place: string, judge: Judge])[];

/** A connector that is careful by the old contract may do wrong. */
export function breaking(why: string): Meaning {
  return { impact: "breaking", why };
}

/** It cannot. */
export function harmless(why: string): Meaning {
  return { impact: "harmless", why };
}

/** A person has to look. */
export function review(why: string): Meaning {
  return { impact: "review", why };
}
