import type { TimingOverrides } from "../run/timing.js";

/** A connector that is careful but for one mistake: what its file in test/connectors/flaws says about itself. */
export interface Flaw {
  /** The file name. */
  id: string;
  /** In one sentence. */
  mistake: string;
  /** The contract that it is played on, by id. */
  contract: string;
  /** The rules that have to stop it, the one it breaks by its nature first. */
  stoppedBy: string[];
  /** The scenarios that have to stop it, under one of those rules each. */
  scenarios: string[];
  /** How it is started, from the root of the package; default: the careful connector with this mistake, in JavaScript. */
  command?: string;
  patienceMs?: number;
  timing?: TimingOverrides;
}
