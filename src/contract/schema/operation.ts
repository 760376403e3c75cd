import { Type } from "../../core/schema.js";
import { answer } from "./answer.js";
import { block, closed, fact } from "./fact.js";
import { idempotency } from "./idempotency.js";
import { lookup } from "./lookup.js";
import { request } from "./request.js";
import { duration, filled, headersSent, mapOf, oneOf, pointer, predicate, status, text } from "./words.js";

const waitFormat = oneOf(
  "seconds",
  "milliseconds",
  "httpDate",
  "epochSeconds",
  "epochMilliseconds",
  "iso8601",
);

const wait = closed(
  {
    header: Type.Optional(text),
    pointer: Type.Optional(pointer),
    fixed: Type.Optional(duration),
    format: Type.Optional(
      Type.Union([waitFormat, Type.Array(waitFormat, { minItems: 1 })], {
        says: "a format of a wait, or a list",
      }),
    ),
  },
  { rule: "wait" },
);

/** One documented failure, and what it says about the effect. */
const declaredError = block({
  name: Type.Optional(Type.String({ pattern: "^[a-z][A-Za-z0-9]*$", says: "a camelCase name" })),
  status: fact(status),
  headers: Type.Optional(headersSent),
  body: Type.Optional(filled("answer")),
  when: Type.Optional(
    closed({
      body: Type.Optional(predicate),
      headers: Type.Optional(mapOf(Type.String({ says: "a text" }), { keysAre: "header" })),
    }),
  ),
  effect: fact(oneOf("none", "maybe", "done"), "maybe"),
  next: fact(oneOf("stop", "retry", "retrySameKey", "wait", "lookup", "hold"), "hold"),
  after: Type.Optional(fact(Type.Array(wait, { says: "a list" }), [])),
});

const effect = block({
  id: Type.Optional(
    Type.Union(
      [
        Type.String({ template: "effect" }),
        closed({ from: pointer, otherwise: Type.String({ template: "effect" }) }),
      ],
      {
        says: "a template, or { from, otherwise }",
      },
    ),
  ),
  representation: Type.Optional(filled("answer")),
});

const compensation = closed({ operation: text, window: Type.Optional(fact(duration)) });

/** One call the provider offers. */
export const operation = block({
  summary: Type.Optional(text),
  nature: Type.Optional(fact(oneOf("creates", "sets", "removes", "reads"))),
  request,
  idempotency: Type.Optional(
    fact(Type.Union([oneOf("none"), idempotency], { says: "`none` or a mapping" }), "none"),
  ),
  answer: Type.Optional(answer),
  effect: Type.Optional(effect),
  lookup: Type.Optional(
    fact(
      Type.Union([oneOf("none"), Type.Array(lookup, { minItems: 1 })], { says: "`none` or a list" }),
      "none",
    ),
  ),
  settlesWithin: Type.Optional(
    fact(
      Type.Union([duration, oneOf("unpublished")], { says: "a duration such as 30s, or `unpublished`" }),
      "unpublished",
    ),
  ),
  errors: Type.Optional(Type.Array(declaredError, { says: "a list" })),
  compensation: Type.Optional(
    fact(Type.Union([oneOf("none"), compensation], { says: "`none` or a mapping" }), "none"),
  ),
  humanReconciliation: Type.Optional(text),
});
