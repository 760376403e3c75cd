import type { AnswerKind, Idempotency, Route } from "../src/contract/model.js";
import { compilePointer, setAt } from "../src/core/pointer.js";
import { compileTemplate } from "../src/core/template.js";
import { compileHeaders, makeAnswer, withHeaders, type Answer } from "./answers.js";
import type { Caller } from "./credentials.js";
import { named, type StoredEffect } from "./effect-store.js";
import type { KeyMemory, KeyRecord } from "./key-memory.js";
import { resolveIn, type Asked, type Scope } from "./names.js";
import { isSameRequest, printerOf, type Sender } from "./same-request.js";
import { textOf } from "./values.js";

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
  replay(record: KeyRecord, scope: Scope, gone: (scope: Scope) => Answer): Answer;
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
  const pattern = is.key.pattern === null ? null : new RegExp(is.key.pattern, "u");
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
    keyProblem(key) {
      const { minLength, maxLength, required } = is.key;
      const where = is.key.in === "body" ? is.key.name : `${is.key.in} ${is.key.name}`;
      if (key === null) return required ? `The idempotency key is missing (${where}).` : null;
      if (key.length < minLength || (maxLength !== null && key.length > maxLength)) {
        const limits = maxLength === null ? `at least ${minLength}` : `${minLength} to ${maxLength}`;
        return `The idempotency key (${where}): expected ${limits} characters, got ${key.length}.`;
      }
      if (pattern !== null && !pattern.test(key)) {
        return `The idempotency key (${where}): expected a text that matches ${is.key.pattern}, got '${key}'.`;
      }
      return null;
    },
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
      } else if (effect === null || is.unremembered === "runsAgain") {
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

function keyReader({ key }: Idempotency): (asked: Asked) => string | null {
  if (key.in === "body") {
    const get = compilePointer(key.name);
    return ({ body }) => textOf(get(body));
  }
  if (key.in === "query") return ({ query }) => query[key.name] ?? null;
  if (key.in === "path") return ({ parameters }) => parameters[key.name] ?? null;
  if (key.in === "graphqlDirective") return ({ call }) => textOf(call?.directives[key.name]?.["key"]);
  const lower = key.name.toLowerCase();
  return ({ headers }) => headers[lower] ?? null;
}

/** The name of a key in its scope. A provider has one environment and one region here. */
function nameMaker(
  { scope, key }: Idempotency,
  operation: string,
): (asked: Asked, value: string, caller: Caller) => string {
  const parts = scope.enacted;
  return (asked, value, { account, credential }) => {
    let name = `${key.in} ${key.name}`;
    for (const part of parts) {
      if (part === "account") name += `\0${account}`;
      else if (part === "credential") name += `\0${credential}`;
      else if (part === "operation") name += `\0${operation}`;
      else if (part !== "environment" && part !== "region") {
        name += `\0${asked.parameters[part] ?? asked.query[part] ?? ""}`;
      }
    }
    return `${name}\0${value}`;
  };
}

function replayOf({ replay }: Idempotency): KeyLayer["replay"] {
  const headers = compileHeaders(replay.headers);
  const body = replay.body === undefined ? null : compileTemplate(replay.body);

  const stored = (record: KeyRecord, scope: Scope): Answer => {
    const first = record.stored ?? record.effect?.answer ?? makeAnswer(200, [], undefined);
    return withHeaders(
      record.isFailure ? first : { ...first, status: replay.status ?? first.status },
      headers(scope),
    );
  };
  const refusal = (record: KeyRecord, scope: Scope): Answer => {
    const id = record.effect?.effect.id ?? "";
    const { original } = replay;
    let filled = body?.(resolveIn(scope));
    let sent = headers(scope);
    if (replay.gives === "refusalNamingOriginal" && original !== null) {
      const named = original.pattern === null ? id : fillPattern(original.pattern, id);
      if (original.in === "body") {
        if (textOf(compilePointer(original.pointer)(filled)) === null) {
          filled = setAt(filled ?? {}, original.pointer, named);
        }
      } else if (!sent.some(([name]) => name.toLowerCase() === original.pointer.toLowerCase())) {
        sent = [...sent, [original.pointer, named]];
      }
    }
    return makeAnswer(replay.status ?? 409, sent, filled);
  };
  const current = (record: KeyRecord, scope: Scope, gone: (scope: Scope) => Answer): Answer => {
    if (record.effect === null || (!record.effect.isLive && !record.effect.isRemoved))
      return stored(record, scope);
    if (record.effect.isRemoved) return gone(scope);
    const { answer, effect } = record.effect;
    const more = { ...scope.more, representation: effect.representation };
    // The effect's own answer changes with it, whatever the request that asks again may say.
    const now = body === null ? answer.body : body(resolveIn({ ...scope, more }));
    return withHeaders(makeAnswer(replay.status ?? answer.status, answer.headers, now), headers(scope));
  };

  return (record, plain, gone) => {
    const scope = record.effect === null ? plain : { ...plain, effect: named(record.effect) };
    if (record.isFailure) return stored(record, scope);
    if (replay.gives === "storedAnswer") return stored(record, scope);
    return replay.gives === "currentState" ? current(record, scope, gone) : refusal(record, scope);
  };
}

/** A text that the pattern finds the id in: `Existing ID: (\d+)` becomes `Existing ID: 42`. */
function fillPattern(pattern: string, id: string): string {
  return pattern
    .replace(/^\^|\$$/g, "")
    .replace(/\((?!\?)(?:[^()\\]|\\.)*\)/, () => id)
    .replaceAll(/\\([^\w])/g, "$1")
    .replaceAll("\\s", " ");
}
