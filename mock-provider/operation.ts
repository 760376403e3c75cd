import type { Operation, Place } from "../src/contract/model.js";
import type { Effect } from "../src/core/history.js";
import type { Json } from "../src/core/json.js";
import { compilePointer, setAt } from "../src/core/pointer.js";
import { compileSchema } from "../src/core/schema.js";
import { compileTemplate } from "../src/core/template.js";
import { compileAnswer, compileHeaders, makeAnswer, type Answer } from "./answers.js";
import type { EffectStore, StoredEffect } from "./effect-store.js";
import type { Ids } from "./ids.js";
import { compileLookup, type CompiledLookup } from "./lookup.js";
import { resolveIn, type Asked, type Scope } from "./names.js";
import type { ReadBody } from "./request-body.js";
import { textOf } from "./values.js";

/** An operation whose templates, pointers and schemas are made ready once, at the start. */
export interface CompiledOperation {
  is: Operation;
  lookups: CompiledLookup[];
  /** What travels where the business key does. */
  reference(body: Json): string | null;
  /** Why the provider refuses the content of a request; null when it does not. Converts the values of forms. */
  contentProblem(read: ReadBody, headers: Record<string, string>): string | null;
  /** The effect of a request and its answer; the effect does not exist before it is added to the store. */
  make(asked: Asked, account: string, world: Maker, knownId?: Json): Made;
  /** The body of an answer that needs no new effect. */
  body(scope: Scope): Json | undefined;
  /** The body of a success as it would be now; `representation` is in the scope. */
  currentBody(scope: Scope): Json | undefined;
  inFlight: ((scope: Scope) => Answer) | null;
  mismatch: ((scope: Scope) => Answer) | null;
}

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

/** Makes an operation ready. */
export function compileOperation(operation: Operation): CompiledOperation {
  const { request, idempotency } = operation;
  const reference = request.reference === null ? null : compilePointer(request.reference);
  const mismatch = idempotency?.mismatch.enacted;
  const body = operation.answer.body === undefined ? null : compileTemplate(operation.answer.body);
  return {
    is: operation,
    lookups: operation.lookups.map(compileLookup),
    reference: (body) => textOf(reference?.(body)),
    contentProblem: contentCheck(operation),
    make: makerOf(operation),
    body: (scope) => body?.(resolveIn(scope)),
    currentBody: (scope) =>
      isOwnBody(operation) ? scope.more?.["representation"] : body?.(resolveIn(scope)),
    inFlight: idempotency === null ? null : compileAnswer(idempotency.inFlight.enacted),
    mismatch: typeof mismatch === "object" ? compileAnswer(mismatch) : null,
  };
}

function contentCheck({ request }: Operation): CompiledOperation["contentProblem"] {
  const needed = Object.entries(request.headers).map(
    ([name, value]) => [name, name.toLowerCase(), value] as const,
  );
  const strict = request.schema === null ? null : compileSchema(request.schema);
  const converting = request.schema === null ? null : compileSchema(request.schema, { convert: true });
  return (read, headers) => {
    for (const [name, lower, value] of needed) {
      const there = headers[lower];
      if (there === undefined) return `The header ${name} is missing.`;
      if (value !== null && there !== value)
        return `The header ${name}: expected '${value}', got '${there}'.`;
    }
    const check = read.kind === "form" ? converting : strict;
    // An empty body means no fields, which the schema may allow.
    const problem = check?.(read.kind === "none" ? {} : read.value)[0];
    if (problem === undefined) return null;
    return `${problem.pointer === "" ? "The body" : problem.pointer} ${problem.message}.`;
  };
}

function makerOf(operation: Operation): CompiledOperation["make"] {
  const { answer, effect, name } = operation;
  const idFrom = effect.id.from === null ? null : compilePointer(effect.id.from);
  const idTemplate = compileTemplate(effect.id.otherwise);
  const body = answer.body === undefined ? null : compileTemplate(answer.body);
  const headers = compileHeaders(answer.headers);
  const representation = isOwnBody(operation) ? null : compileTemplate(effect.representation);
  const receipt = answer.receipt === null ? null : placeIn(answer.receipt);
  const ticket = answer.ticket === null ? null : placeIn(answer.ticket);
  const also = (answer.receipt?.also ?? []).map(compilePointer);
  const success = Object.entries(answer.success).map(([pointer, value]) => bodyPlace(pointer, value));
  const isTicketReceipt = answer.outcome !== null && answer.outcome.receipt === null;

  return (asked, account, { ids, baseUrl, now, effects }, knownId) => {
    const scope: Scope = { ids, now, baseUrl, operation: name, asked };
    const value = knownId ?? idFrom?.(asked.body) ?? idTemplate(resolveIn(scope));
    const id = textOf(value) ?? ids.uuid();
    scope.effect = { id: value ?? id, reference: asked.reference };
    if (answer.is === "acknowledgement") scope.more = { ticket: ids.uuid() };
    const resolve = resolveIn(scope);

    let sent: Sent = { headers: headers(scope), body: body?.(resolve) };
    for (const place of success) if (place.get(sent) === null) sent = place.put(sent, null);
    if (receipt !== null && receipt.get(sent) === null) sent = receipt.put(sent, value ?? id);
    if (ticket !== null && ticket.get(sent) === null) sent = ticket.put(sent, scope.more?.["ticket"] ?? id);
    const own = representation === null ? sent.body : representation(resolve);

    const names = new Set([textOf(receipt?.get(sent)) ?? id]);
    for (const get of also) add(names, get(sent.body));
    for (const [header, value] of sent.headers) if (header.toLowerCase() === "location") names.add(value);
    const handedOut = ticket === null ? null : textOf(ticket.get(sent));
    if (isTicketReceipt && handedOut !== null) names.add(handedOut);
    names.add(id);

    const made: Effect = {
      id,
      operation: name,
      account,
      content: asked.body,
      parameters: asked.parameters,
      reference: asked.reference,
      names: [...names],
      representation: own ?? {},
      planted: false,
    };
    const stored: StoredEffect = {
      effect: made,
      id: value ?? id,
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

/** What reads return is what the write is answered. */
function isOwnBody({ answer, effect }: Operation): boolean {
  return JSON.stringify(answer.body) === JSON.stringify(effect.representation);
}

/** Headers and body on their way out. */
interface Sent {
  headers: [string, string][];
  body: Json | undefined;
}

interface SentPlace {
  get(sent: Sent): Json | null;
  put(sent: Sent, value: Json): Sent;
}

function placeIn(place: Place): SentPlace {
  if (place.in === "body") return bodyPlace(place.at);
  const lower = place.at.toLowerCase();
  return {
    get: ({ headers }) => headers.find(([name]) => name.toLowerCase() === lower)?.[1] ?? null,
    put: ({ headers, body }, value) => ({ headers: [...headers, [place.at, textOf(value) ?? ""]], body }),
  };
}

function bodyPlace(pointer: string, fixed?: Json): SentPlace {
  const get = compilePointer(pointer);
  return {
    get: ({ body }) => get(body) ?? null,
    put: ({ headers, body }, value) => ({ headers, body: setAt(body ?? {}, pointer, fixed ?? value) }),
  };
}

function add(names: Set<string>, value: Json | undefined): void {
  const text = textOf(value);
  if (text !== null) names.add(text);
}
