import type { Idempotency } from "../src/contract/model.js";
import type { Json } from "../src/core/json.js";
import type { Answer } from "./answers.js";
import { BoundedMap } from "./bounded-map.js";
import type { StoredEffect } from "./effect-store.js";

/** What "the same request" is compared by. */
export interface Print {
  /** Method and path, as far as they count. */
  line: string;
  /** Hash of the raw bytes: equal ones need no closer look. */
  hash: string;
  body: Json;
}

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

/** Whether two requests are the same, by what the contract compares. */
export function isSameRequest(first: Print, second: Print, fingerprint: Idempotency["fingerprint"]): boolean {
  if (first.line !== second.line) return false;
  if (!fingerprint.includes("body") || first.hash === second.hash) return true;
  return isEqual(first.body, second.body);
}

/** Equal but for the order of fields. */
function isEqual(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one === undefined || other === undefined || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  const [left, right] = [one as Record<string, Json>, other as Record<string, Json>];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  );
}
