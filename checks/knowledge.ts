import type { Contract, Operation } from "../src/contract/model.js";
import type { EntryOf, History } from "../src/core/history.js";
import type { Ask, Death } from "./knowledge/asks.js";
import { asksIn, deathsIn } from "./knowledge/asks.js";
import { attribute } from "./knowledge/attribute.js";
import type { Intent } from "./knowledge/intent.js";
import { type Refresh, refreshesIn } from "./knowledge/refreshes.js";

/** What a connector could know, derived from a history: never from the ground truth, always from what reached it. */
export interface Knowledge {
  /** Business keys that were asked for, in order. */
  keys: string[];
  /** One per operation, business key and account: what was asked, sent, answered, looked up and claimed. */
  intents: Intent[];
  /** Claims about business keys that nobody had asked for. */
  strays: EntryOf<"claimed">[];
  /** Every request for a new access token. */
  refreshes: Refresh[];
  asks: Ask[];
  deaths: Death[];
}

/** Derives what a connector could know at each moment of a history. Pure. */
export function deriveKnowledge(history: History, contract: Contract, fallback: Operation): Knowledge {
  const asks = asksIn(history.entries);
  const deaths = deathsIn(history.entries);
  const { intents, strays } = attribute({ history, contract, fallback, asks, deaths });
  const keys = [...new Set(intents.map((intent) => intent.businessKey))];
  const refreshes = refreshesIn({ history, asks, deaths });
  return { keys, intents, strays, refreshes, asks, deaths };
}
