import type { Idempotency } from "../src/contract/model.js";
import { compilePointer, setAt } from "../src/core/pointer.js";
import { compileTemplate } from "../src/core/template.js";
import { compileHeaders, makeAnswer, withHeaders, type Answer } from "./answers.js";
import { named } from "./effect-store.js";
import type { KeyRecord } from "./key-memory.js";
import { resolveIn, type Scope } from "./names.js";
import { textOf } from "./values.js";

/** What a repeat within retention gets; `gone` answers when its effect was removed and the present state is asked for. */
export type Replay = (record: KeyRecord, scope: Scope, gone: (scope: Scope) => Answer) => Answer;

/** Makes ready how an operation answers repeats. */
export function replayOf({ replay }: Idempotency): Replay {
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
