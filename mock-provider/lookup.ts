import type { Lookup } from "../src/contract/model.js";
import type { Json } from "../src/core/json.js";
import { compilePointer, setAt } from "../src/core/pointer.js";
import { compileTemplate } from "../src/core/template.js";
import { compileAnswer, makeAnswer, type Answer } from "./answers.js";
import { named, type EffectStore, type StoredEffect } from "./effect-store.js";
import { matcherFor } from "./matching.js";
import { resolveIn, type Asked, type Scope } from "./names.js";
import { narrowing, searchedValue, searchProblem } from "./searched.js";
import { textOf, withField } from "./values.js";
import { cutPage } from "./pages.js";

/** A lookup made ready. */
export interface CompiledLookup {
  is: Lookup;
  answer(asked: Asked, question: Question): Found | { problem: string };
  /** What is answered when there is nothing. */
  absent(scope: Scope): Answer;
  /** Whether it is by id and there is such an effect. */
  has(asked: Asked, effects: EffectStore, operation: string): boolean;
}

export interface Question {
  operation: string;
  account: string;
  effects: EffectStore;
  scope: Scope;
  /** Path of the request, for links to further pages. */
  path: string;
  /** ms until an effect shows; null: as the contract says. */
  lagMs: number | null;
  leaveOutMatches: boolean;
}

export interface Found {
  answer: Answer;
  effects: string[];
  lagging: string[];
  lastPage: boolean;
  incomplete: boolean;
}

/** Makes a lookup ready. */
export function compileLookup(lookup: Lookup): CompiledLookup {
  const searched = searchedValue(lookup);
  const matches = matcherFor(lookup.matching);
  const isAmongThem = narrowing(lookup);
  const absent = compileAnswer(lookup.absent);
  const envelope = envelopeOf(lookup);
  const marks = Object.entries(lookup.incomplete);

  const candidates = (asked: Asked, { effects, operation, account }: Question): StoredEffect[] | string => {
    if (lookup.by === "id") return byId(asked, effects, operation, account);
    const own = effects
      .of(operation, account)
      .filter(({ effect }) => sharesPath(effect.parameters, asked.parameters) && isAmongThem(asked, effect));
    if (lookup.by === "scan") return own;
    const value = searched(asked);
    if (value === null) return searchProblem(lookup);
    return own.filter(({ effect }) => effect.reference !== null && matches(effect.reference, value));
  };
  const byId = (asked: Asked, effects: EffectStore, operation: string, account: string): StoredEffect[] => {
    const name = searched(asked);
    const found = name === null ? undefined : effects.named(operation, account, name);
    const isIt =
      found?.isLive === true &&
      sharesPath(found.effect.parameters, asked.parameters) &&
      isAmongThem(asked, found.effect);
    return found !== undefined && isIt ? [found] : [];
  };

  return {
    is: lookup,
    absent,
    has: (asked, effects, operation) =>
      lookup.by === "id" &&
      asked.account !== null &&
      byId(asked, effects, operation, asked.account).length > 0,
    answer(asked, question) {
      const fitting = candidates(asked, question);
      if (typeof fitting === "string") return { problem: fitting };
      const { scope, lagMs, leaveOutMatches } = question;
      const lag = lookup.lag.typicallyMs === 0 ? 0 : (lagMs ?? lookup.lag.typicallyMs);
      const isVisible = ({ committedAt }: StoredEffect): boolean => scope.now >= committedAt + lag;
      const visible = fitting.filter(isVisible);
      const lagging = fitting.filter((stored) => !isVisible(stored)).map(idOf);
      const shown = leaveOutMatches ? [] : visible;
      const common = { effects: visible.map(idOf), lagging, incomplete: leaveOutMatches };
      const isMarked = (body: Json | undefined): Json | undefined => mark(body, marks, leaveOutMatches);

      if (lookup.items === null) {
        const one = shown[0];
        if (one === undefined) return { ...common, answer: absent(scope), lastPage: true };
        const body = envelope({
          ...scope,
          effect: named(one),
          more: { representation: one.effect.representation },
        });
        return { ...common, answer: makeAnswer(200, [], isMarked(body)), lastPage: true };
      }
      const page = cutPage(shown, lookup.pages, asked, { path: question.path, baseUrl: scope.baseUrl });
      if ("problem" in page) return page;
      const items = page.items.map(({ effect }) => effect.representation);
      let body = envelope({
        ...scope,
        more: {
          items,
          total: shown.length,
          count: items.length,
          "page.next": page.next ?? undefined,
          "page.nextPath": textOf(page.next)?.replace(scope.baseUrl, "") ?? undefined,
          "page.hasMore": !page.isLast,
        },
      });
      const next = lookup.pages?.next ?? null;
      if (body !== undefined && next !== null && compilePointer(next)(body) === undefined) {
        body = withField(body, next, page.mark);
      }
      return { ...common, answer: makeAnswer(200, page.headers, isMarked(body)), lastPage: page.isLast };
    },
  };
}

function idOf({ effect }: StoredEffect): string {
  return effect.id;
}

/** A parameter that the request of an effect had as well must be the same. */
function sharesPath(made: Record<string, string>, asked: Record<string, string>): boolean {
  return Object.entries(asked).every(([name, value]) => made[name] === undefined || made[name] === value);
}

function envelopeOf(lookup: Lookup): (scope: Scope) => Json | undefined {
  if (lookup.answer !== undefined) {
    const template = compileTemplate(lookup.answer);
    return (scope) => template(resolveIn(scope));
  }
  if (lookup.items !== null) {
    const at = lookup.items;
    return ({ more }) => setAt({}, at, more?.["items"] ?? []);
  }
  const at = lookup.object ?? "";
  return ({ more }) => setAt({}, at, more?.["representation"] ?? {});
}

/** The provider's own word on whether matches are missing; where that is a flag, also when none are. */
function mark(body: Json | undefined, marks: [string, Json][], isIncomplete: boolean): Json | undefined {
  let marked = body;
  for (const [pointer, value] of marks) {
    if (marked === undefined) break;
    if (isIncomplete) marked = withField(marked, pointer, value);
    else if (typeof value === "boolean") marked = withField(marked, pointer, !value);
  }
  return marked;
}
