import type { AnswerKind, Idempotency, Route } from "../src/contract/model.js";
import type { Answer } from "./answers.js";
import type { Caller } from "./credentials.js";
import type { StoredEffect } from "./effect-store.js";
import type { KeyMemory, KeyRecord } from "./key-memory.js";
import { keyChecker, keyReader, nameMaker } from "./keys.js";
import type { Asked } from "./names.js";
import { replayOf, type Replay } from "./replays.js";
import { isSameRequest, printerOf, type Sender } from "./same-request.js";

/** How the idempotency layer takes a request. */
export type Claim =
  | { as: "keyless"; record: null; original: null }
  /** It runs, and owns the record. */
  | { as: "first" | "expired" | "mismatch"; runs: true; record: KeyRecord; original: number | null }
  /** It does not run. */
  | { as: "replay" | "in-flight" | "mismatch"; runs: false; record: KeyRecord; original: number };

/** The idempotency of one operation. */
export interface KeyLayer {
  is: Idempotency;
  keyOf(asked: Asked): string | null;
  /** Why the provider refuses the key; null when it does not. */
  keyProblem(key: string | null): string | null;
  /** Whether something is remembered under the key of this request. */
  knows(sender: Sender, caller: Caller, memory: KeyMemory, now: number): boolean;
  claim(sender: Sender, caller: Caller, memory: KeyMemory, now: number): Claim;
  /** Ends the run of the owner of a record with the answer that was given. */
  complete(memory: KeyMemory, record: KeyRecord, now: number, end: RunEnd): void;
  /** What a repeat within retention gets. */
  replay: Replay;
  /** The memory's name for the natural key of an effect that no request made. */
  nameOf(asked: Asked, caller: Caller): string | null;
}

export interface RunEnd {
  answer: Answer;
  kind: AnswerKind;
  effect: StoredEffect | null;
}

const keyless: Claim = { as: "keyless", record: null, original: null };

/** Makes the idempotency of an operation ready. */
export function compileIdempotency(is: Idempotency, operation: string, route: Route): KeyLayer {
  const keyOf = keyReader(is);
  const nameOf = nameMaker(is, operation);
  const keyProblem = keyChecker(is.key);
  const remembered = new Set<AnswerKind>(is.remembers.enacted);
  const replay = replayOf(is);
  const mismatch = is.mismatch.enacted;
  const printOf = printerOf(route, is.fingerprint);

  return {
    is,
    keyOf,
    nameOf: (asked, caller) => {
      const key = keyOf(asked);
      return key === null ? null : nameOf(asked, key, caller);
    },
    keyProblem,
    knows(sender, caller, memory, now) {
      if (sender.key === null) return false;
      const name = nameOf(sender, sender.key, caller);
      return memory.recall(name, is, now).live !== null;
    },
    claim(sender, caller, memory, now) {
      const { key } = sender;
      if (key === null) return keyless;
      const print = printOf(sender);
      let name = nameOf(sender, key, caller);
      let { live, expired } = memory.recall(name, is, now);
      let as: "first" | "expired" | "mismatch" = expired === null ? "first" : "expired";
      let original = expired?.request ?? null;
      if (live !== null && is.fingerprint.length > 0 && !isSameRequest(live.print, print, is.fingerprint)) {
        if (mismatch !== "newEffect") {
          if (mismatch === "replay" && live.completedAt !== null) return taken("replay", live, now);
          return taken(mismatch === "replay" ? "in-flight" : "mismatch", live, now);
        }
        as = "mismatch";
        original = live.request;
        if (is.is === "natural") {
          // An upsert: the newest payload is what a repeat is compared with.
          if (live.completedAt === null) return taken("in-flight", live, now);
          live = null;
        } else {
          // The other payload has a memory of its own from now on.
          name = `${name}\0${JSON.stringify(print.content)}`;
          ({ live } = memory.recall(name, is, now));
        }
      }
      if (live !== null) return taken(live.completedAt === null ? "in-flight" : "replay", live, now);
      const record: KeyRecord = {
        name,
        key,
        request: sender.id,
        firstAt: now,
        lastAt: now,
        completedAt: null,
        print,
        effect: null,
        stored: null,
        isFailure: false,
      };
      memory.remember(record);
      return { as, runs: true, record, original };
    },
    complete(memory, record, now, { answer, kind, effect }) {
      record.completedAt = now;
      record.effect = effect;
      if (effect !== null && is.is === "natural") effect.naturalKey = record.name;
      if (remembered.has(kind)) {
        record.stored = answer;
        record.isFailure = kind !== "success";
      } else if (effect === null || is.unremembered.enacted === "runsAgain") {
        memory.forget(record.name);
      } else {
        record.stored = effect.answer;
      }
    },
    replay,
  };
}

function taken(as: "replay" | "in-flight" | "mismatch", record: KeyRecord, now: number): Claim {
  record.lastAt = now;
  return { as, runs: false, record, original: record.request };
}
