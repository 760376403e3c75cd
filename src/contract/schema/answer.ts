import { Type } from "../../core/schema.js";
import { block, closed, fact } from "./fact.js";
import { duration, filled, headersSent, oneOf, pointer, predicate, regex, status, text } from "./words.js";
import { route } from "./request.js";

/** A refusal or another fixed answer of the provider. */
export const answerSent = closed({
  status: Type.Optional(status),
  headers: Type.Optional(headersSent),
  body: Type.Optional(filled("answer")),
});

/** Where something stands in an answer. */
const place = closed(
  { in: oneOf("body", "header"), pointer: Type.Optional(pointer), name: Type.Optional(text) },
  { rule: "place" },
);

/** Where the durable id of the effect stands. */
const receipt = closed(
  {
    in: oneOf("body", "header"),
    pointer: Type.Optional(pointer),
    name: Type.Optional(text),
    also: Type.Optional(Type.Array(pointer, { says: "a list" })),
  },
  { rule: "place" },
);

/** How the outcome of an acknowledged request becomes known. */
const outcome = block({
  by: fact(oneOf("poll", "webhook")),
  request: Type.Optional(route),
  event: Type.Optional(text),
  ticket: Type.Optional(pointer),
  at: Type.Optional(pointer),
  pending: Type.Optional(Type.Array(filled("answer"), { says: "a list" })),
  succeeded: Type.Optional(Type.Array(filled("answer"), { says: "a list" })),
  failed: Type.Optional(Type.Array(filled("answer"), { says: "a list" })),
  failure: Type.Optional(closed({ at: pointer, is: filled("answer") })),
  receipt: Type.Optional(pointer),
  takes: Type.Optional(fact(duration, "2s")),
  body: Type.Optional(filled("answer")),
});

/** What the provider answers to a write that took effect. */
export const answer = block({
  is: Type.Optional(fact(oneOf("receipt", "acknowledgement"))),
  status: Type.Optional(fact(status, 200)),
  headers: Type.Optional(headersSent),
  receipt: Type.Optional(fact(receipt)),
  success: Type.Optional(predicate),
  body: Type.Optional(filled("answer")),
  ticket: Type.Optional(place),
  outcome: Type.Optional(outcome),
});

/** Where a refusal names the first effect. */
export const original = closed(
  {
    in: oneOf("body", "header"),
    pointer: Type.Optional(pointer),
    name: Type.Optional(text),
    pattern: Type.Optional(regex),
  },
  { rule: "place" },
);
