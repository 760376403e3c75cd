import { Type, type TSchema } from "../../core/schema.js";

const text = Type.String({ description: "a text" });
const flag = Type.Boolean();
const count = Type.Integer();
const number = Type.Number();
const object = Type.Object({});
const texts = Type.Array(text, { description: "a list of texts" });
const nothingOr = (schema: TSchema, what: string): TSchema =>
  Type.Union([schema, Type.Null()], { description: `${what} or null` });
const textOrNull = nothingOr(text, "a text");
const countOrNull = nothingOr(count, "a whole number");
const numberOrNull = nothingOr(number, "a number");

const effect = Type.Object({
  id: text,
  operation: text,
  account: text,
  parameters: object,
  reference: textOrNull,
  names: texts,
  planted: flag,
});

/** What rules read of entries, by kind. An entry of a kind that is not here needs nothing but its stamp. */
export const entrySchemas: ReadonlyMap<string, TSchema> = new Map(
  Object.entries({
    "request-received": {
      request: count,
      connection: count,
      onConnection: count,
      operation: textOrNull,
      role: text,
      method: text,
      path: text,
      query: object,
      parameters: object,
      headers: object,
      account: textOrNull,
      key: textOrNull,
      reference: textOrNull,
    },
    "request-refused": { request: count, refusal: text, reason: text },
    "request-admitted": { request: count, as: text, original: countOrNull },
    "effect-committed": { request: countOrNull, effect },
    "effect-removed": { request: countOrNull, effect: text, operation: text },
    "outcome-settled": { ticket: text, effect: textOrNull, outcome: text },
    "request-answered": {
      request: count,
      status: count,
      headers: object,
      by: text,
      name: textOrNull,
      complete: flag,
    },
    "request-abandoned": { request: count, phase: text },
    "fault-armed": { fault: text, armed: count, options: object, phase: text },
    "fault-fired": { fault: text, armed: count, request: countOrNull, phase: text },
    "request-held": { request: count, phase: text },
    "clock-moved": { byMs: number },
    step: { index: count, step: Type.Object({ step: text }) },
    "process-started": { process: count },
    "process-killed": { process: count, why: text },
    "process-exited": { process: count },
    asked: { process: count, id: count, ask: Type.Object({ command: text }) },
    claimed: {
      process: count,
      id: count,
      command: text,
      businessKey: text,
      claim: Type.Object({ outcome: text }),
    },
    threw: { process: count, id: count, error: text },
    unanswered: { process: count, id: count, why: text },
    misbehaved: { process: count, what: text },
  }).map(([kind, fields]) => [kind, Type.Object(fields as Record<string, TSchema>)]),
);

/** What a history holds beside its entries, of a connector. */
export const historySchema = Type.Object({
  connector: text,
  operation: text,
  scenario: text,
  seed: number,
  patienceMs: number,
  unplayable: textOrNull,
  capabilities: texts,
  steps: Type.Array(Type.Object({ step: text }), { description: "a list of steps" }),
  timing: Type.Object(
    {
      timeoutMs: number,
      retryDelayMs: number,
      pollMs: number,
      budgetMs: number,
      lookupLagMs: numberOrNull,
      settlesWithinMs: numberOrNull,
    },
    { description: "the timing it was played with" },
  ),
});
