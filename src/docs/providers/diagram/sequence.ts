import type { Tone } from "../tone.js";

export type Side = "connector" | "provider";

/** One step of a sequence, top to bottom. */
export type SequenceStep =
  /** Something sent; `lost` never arrives. */
  | { from: Side; text: string; lost: boolean }
  /** Something that happens, or is known, on one side. */
  | { at: Side; text: string; tone: Tone };

/** What passes between an integration and a provider. */
export interface Sequence {
  title: string;
  /** One sentence. */
  says: string;
  connector: string;
  provider: string;
  steps: readonly SequenceStep[];
}

/** A request or answer that arrives. */
export function sends(from: Side, text: string): SequenceStep {
  return { from, text, lost: false };
}

/** A request or answer that is lost on the way. */
export function loses(from: Side, text: string): SequenceStep {
  return { from, text, lost: true };
}

/** What happens, or is known, on one side. */
export function notes(at: Side, text: string, tone: Tone = "plain"): SequenceStep {
  return { at, text, tone };
}
