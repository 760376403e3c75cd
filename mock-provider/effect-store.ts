import type { Effect } from "../src/core/history.js";
import type { Json } from "../src/core/json.js";
import type { Answer } from "./answers.js";
import { BoundedMap } from "./bounded-map.js";
import type { NamedEffect } from "./names.js";

/** An effect as the provider keeps it. */
export interface StoredEffect {
  /** Replaced as a whole when it is written anew, since the journal holds what was. */
  effect: Effect;
  /** The id with its type. */
  id: Json;
  /** Grows with each effect: newer ones have higher numbers. */
  serial: number;
  /** Virtual time, ms. */
  committedAt: number;
  /** It exists: committed and neither removed nor evicted. */
  isLive: boolean;
  /** It existed and was removed. */
  isRemoved: boolean;
  /** What the request that made it is answered. */
  answer: Answer;
  /** The natural key it occupies. */
  naturalKey: string | null;
  /** For `sets` and `removes`: what it stands for, so that a repeat finds it. */
  subject: string | null;
}

/** An effect as templates see it. */
export function named({ id, effect }: StoredEffect): NamedEffect {
  return { id, reference: effect.reference, representation: effect.representation };
}

/** The effects of one operation in one account. */
interface Bucket {
  byName: Map<string, StoredEffect>;
  bySubject: Map<string, StoredEffect>;
}

/** What truly exists at the provider, and for a while what did. */
export class EffectStore {
  /** Removed ones among them, so that a removal can be repeated; they leave with the others of their age. */
  readonly #all: BoundedMap<number, StoredEffect>;
  /** By operation and account. */
  readonly #buckets = new Map<string, Map<string, Bucket>>();
  #nextSerial = 1;

  constructor(keep: number, onEvicted: (count: number) => void) {
    this.#all = new BoundedMap(keep, (evicted) => {
      const existing = evicted.filter(({ isLive }) => isLive).length;
      for (const stored of evicted) this.#leave(stored);
      if (existing > 0) onEvicted(existing);
    });
  }

  nextSerial(): number {
    return this.#nextSerial++;
  }

  add(stored: StoredEffect): void {
    stored.isLive = true;
    const bucket = this.#bucket(stored.effect);
    for (const name of stored.effect.names) bucket.byName.set(name, stored);
    if (stored.subject !== null) bucket.bySubject.set(stored.subject, stored);
    this.#all.set(stored.serial, stored);
  }

  /** Replaces what an effect is, in place. */
  rewrite(stored: StoredEffect, effect: Effect): void {
    const bucket = this.#bucket(stored.effect);
    stored.effect = effect;
    for (const name of effect.names) bucket.byName.set(name, stored);
  }

  remove(stored: StoredEffect): void {
    stored.isLive = false;
    stored.isRemoved = true;
    if (stored.subject !== null) this.#bucket(stored.effect).bySubject.delete(stored.subject);
  }

  /** The effect that goes by one of its true names, removed ones among them. */
  named(operation: string, account: string, name: string): StoredEffect | undefined {
    return this.#buckets.get(operation)?.get(account)?.byName.get(name);
  }

  /** The effect that stands for a subject. */
  about(operation: string, account: string, subject: string): StoredEffect | undefined {
    return this.#buckets.get(operation)?.get(account)?.bySubject.get(subject);
  }

  /** Of one operation in one account, newest first. */
  of(operation: string, account: string): StoredEffect[] {
    return this.all()
      .filter(({ effect }) => effect.operation === operation && effect.account === account)
      .toReversed();
  }

  /** All that exist, oldest first. */
  all(): StoredEffect[] {
    return [...this.#all.values()].filter(({ isLive }) => isLive);
  }

  clear(): void {
    this.#all.clear();
    this.#buckets.clear();
    this.#nextSerial = 1;
  }

  #bucket({ operation, account }: Effect): Bucket {
    let ofOperation = this.#buckets.get(operation);
    if (ofOperation === undefined) this.#buckets.set(operation, (ofOperation = new Map()));
    let bucket = ofOperation.get(account);
    if (bucket === undefined) {
      bucket = { byName: new Map(), bySubject: new Map() };
      ofOperation.set(account, bucket);
    }
    return bucket;
  }

  #leave(stored: StoredEffect): void {
    stored.isLive = false;
    const bucket = this.#bucket(stored.effect);
    for (const name of stored.effect.names)
      if (bucket.byName.get(name) === stored) bucket.byName.delete(name);
    const { subject } = stored;
    if (subject !== null && bucket.bySubject.get(subject) === stored) bucket.bySubject.delete(subject);
  }
}
