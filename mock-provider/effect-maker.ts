import type { Operation, Place } from "../src/contract/model.js";
import type { Effect } from "../src/core/history.js";
import type { Json } from "../src/core/json.js";
import { compilePointer } from "../src/core/pointer.js";
import { compileTemplate } from "../src/core/template.js";
import { compileHeaders, makeAnswer } from "./answers.js";
import type { EffectStore, StoredEffect } from "./effect-store.js";
import type { Ids } from "./ids.js";
import { resolveIn, type Asked, type Scope } from "./names.js";
import { textOf } from "./values.js";

/** Ids with so much chance in them never come again; shorter ones that are taken are drawn again. */
const longIds = /\{\{(?:uuid|(?:digits|alphanumeric|base32|hex) (?:1[6-9]|[2-9]\d|\d{3}))\}\}/;

/** A template for ids may have no chance in it at all. */
const mostDraws = 20;

/** What making an effect needs. */
export interface Maker {
  ids: Ids;
  baseUrl: string;
  now: number;
  effects: EffectStore;
}

export interface Made {
  stored: StoredEffect;
  /** For acknowledgements: the ticket that was handed out. */
  ticket: string | null;
}

/** Makes ready what turns a request of an operation into an effect and its answer. */
export function compileMaker(
  operation: Operation,
): (asked: Asked, account: string, maker: Maker, knownId?: Json) => Made {
  const { answer, effect, name } = operation;
  const idFrom = effect.id.from === null ? null : compilePointer(effect.id.from);
  const idTemplate = compileTemplate(effect.id.otherwise);
  const body = answer.body === undefined ? null : compileTemplate(answer.body);
  const headers = compileHeaders(answer.headers);
  const representation = isReadAsAnswered(operation) ? null : compileTemplate(effect.representation);
  const receipt = answer.receipt === null ? null : readerOf(answer.receipt);
  const ticket = answer.ticket === null ? null : readerOf(answer.ticket);
  const also = (answer.receipt?.also ?? []).map((at) => readerOf({ in: "body", at }));
  const location = readerOf({ in: "header", at: "Location" });
  const isTicketReceipt = answer.outcome !== null && answer.outcome.receipt === null;

  const resolvedId = (scope: Scope): Json => idTemplate(resolveIn(scope)) ?? scope.ids.uuid();
  const mayComeAgain = !longIds.test(effect.id.otherwise);
  const drawId = (scope: Scope, account: string, effects: EffectStore): Json => {
    let id = resolvedId(scope);
    if (!mayComeAgain) return id;
    const isTaken = (): boolean => effects.named(name, account, textOf(id) ?? "") !== undefined;
    for (let draw = 1; draw < mostDraws && isTaken(); draw += 1) id = resolvedId(scope);
    return id;
  };

  return (asked, account, { ids, baseUrl, now, effects }, knownId) => {
    const scope: Scope = { ids, now, baseUrl, operation: name, asked };
    const value = knownId ?? idFrom?.(asked.body) ?? drawId(scope, account, effects);
    const id = textOf(value) ?? ids.uuid();
    scope.effect = { id: value, reference: asked.reference };
    if (answer.is === "acknowledgement") scope.more = { ticket: ids.uuid() };
    const resolve = resolveIn(scope);
    const sent: Sent = { headers: headers(scope), body: body?.(resolve) };
    const own = representation === null ? sent.body : representation(resolve);
    const handedOut = ticket?.(sent) ?? null;

    const names = [receipt?.(sent) ?? id];
    for (const read of also) addTo(names, read(sent));
    addTo(names, location(sent));
    if (isTicketReceipt) addTo(names, handedOut);
    addTo(names, id);

    const made: Effect = {
      id,
      operation: name,
      account,
      content: asked.body,
      parameters: asked.parameters,
      reference: asked.reference,
      names,
      representation: own ?? {},
      planted: false,
    };
    const stored: StoredEffect = {
      effect: made,
      id: value,
      serial: effects.nextSerial(),
      committedAt: now,
      isLive: false,
      isRemoved: false,
      answer: makeAnswer(answer.status, sent.headers, sent.body),
      naturalKey: null,
      subject: null,
    };
    return { stored, ticket: handedOut };
  };
}

/** Whether what reads return is what the write is answered. */
function isReadAsAnswered({ answer, effect }: Operation): boolean {
  return JSON.stringify(answer.body) === JSON.stringify(effect.representation);
}

/** Headers and body on their way out. */
interface Sent {
  headers: [string, string][];
  body: Json | undefined;
}

function readerOf(place: Place): (sent: Sent) => string | null {
  if (place.in === "body") {
    const get = compilePointer(place.at);
    return ({ body }) => textOf(get(body));
  }
  const lower = place.at.toLowerCase();
  return ({ headers }) => headers.find(([name]) => name.toLowerCase() === lower)?.[1] ?? null;
}

function addTo(names: string[], name: string | null): void {
  if (name !== null && !names.includes(name)) names.push(name);
}
