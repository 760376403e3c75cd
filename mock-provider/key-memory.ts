import type { Idempotency } from "../src/contract/model.js";
import type { Answer } from "./answers.js";
import { BoundedMap } from "./bounded-map.js";
import type { StoredEffect } from "./effect-store.js";
import type { Print } from "./same-request.js";

/** What is remembered of one key in its scope. */
export interface KeyRecord {
  /** Scope and key. */
  name: string;
  key: string;
  request: number;
  firstAt: number;
  lastAt: number;
  /** Virtual ms; null while the first request is running. */
  completedAt: number | null;
  print: Print;
  effect: StoredEffect | null;
  /** What is replayed; null when only the effect is known. */
  stored: Answer | null;
  /** The stored answer is a failure: it is replayed as it is, whatever replays give otherwise. */
  isFailure: boolean;
}

/** The memory of idempotency keys of one provider. All of it is synchronous, so that two requests cannot both be the first. */
export class KeyMemory {
  readonly #records: BoundedMap<string, KeyRecord>;

  constructor(keep: number, onEvicted: (count: number) => void) {
    this.#records = new BoundedMap(
      keep,
      (evicted) => onEvicted(evicted.length),
      (record) => record.completedAt !== null,
    );
  }

  /** What is remembered under a name now, and what was until its retention ended (and is forgotten by this call). */
  recall(
    name: string,
    { retention }: Idempotency,
    now: number,
  ): { live: KeyRecord | null; expired: KeyRecord | null } {
    const record = this.#records.get(name);
    if (record === undefined) return { live: null, expired: null };
    if (record.completedAt === null || retention.is === "permanent" || retention.forMs === null) {
      return { live: record, expired: null };
    }
    const since = {
      firstRequest: record.firstAt,
      lastRequest: record.lastAt,
      completion: record.completedAt,
    };
    if (now - since[retention.from] < retention.forMs) return { live: record, expired: null };
    this.#records.delete(name);
    return { live: null, expired: record };
  }

  remember(record: KeyRecord): void {
    this.#records.set(record.name, record);
  }

  forget(name: string): void {
    this.#records.delete(name);
  }

  clear(): void {
    this.#records.clear();
  }
}
