import { Type } from "../../core/schema.js";
import { answerSent, original } from "./answer.js";
import { block, fact } from "./fact.js";
import { count, duration, filled, flag, headersSent, oneOf, pointer, regex, status, text } from "./words.js";

const key = block(
  {
    in: fact(oneOf("header", "body", "query", "path", "graphqlDirective"), "header"),
    name: Type.Optional(text),
    pointer: Type.Optional(pointer),
    minLength: Type.Optional(fact(count, 1)),
    maxLength: Type.Optional(fact(Type.Integer({ minimum: 1, says: "a whole number above 0" }))),
    pattern: Type.Optional(fact(regex)),
    required: Type.Optional(fact(flag, false)),
  },
  { rule: "keyPlace" },
);

const retention = block(
  {
    for: Type.Optional(fact(duration, "24h")),
    is: Type.Optional(fact(oneOf("exact", "floor", "permanent", "unpublished"))),
    from: Type.Optional(fact(oneOf("firstRequest", "lastRequest", "completion"), "firstRequest")),
    assume: Type.Optional(duration),
  },
  { rule: "retention" },
);

const replay = block(
  {
    gives: fact(oneOf("storedAnswer", "currentState", "refusalNamingOriginal", "refusal"), "storedAnswer"),
    status: Type.Optional(fact(status)),
    headers: Type.Optional(headersSent),
    body: Type.Optional(filled("answer")),
    original: Type.Optional(fact(original)),
  },
  { rule: "replay" },
);

/** How the provider deduplicates. */
export const idempotency = block({
  key: fact(key),
  is: Type.Optional(fact(oneOf("key", "natural"))),
  scope: Type.Optional(fact(Type.Array(text, { says: "a list" }), ["account"])),
  retention: Type.Optional(
    fact(
      Type.Union([duration, retention], { says: "a duration such as 24h, or a mapping with `for` and `is`" }),
      {
        is: "unpublished",
        assume: "24h",
      },
    ),
  ),
  fingerprint: Type.Optional(
    fact(Type.Array(oneOf("method", "path", "body"), { says: "a list" }), ["method", "path", "body"]),
  ),
  remembers: Type.Optional(
    fact(Type.Array(oneOf("success", "clientError", "serverError"), { says: "a list" }), ["success"]),
  ),
  unremembered: Type.Optional(fact(oneOf("guarded", "runsAgain"), "runsAgain")),
  replay: Type.Optional(fact(replay, { gives: "storedAnswer" })),
  mismatch: Type.Optional(
    fact(
      Type.Union([oneOf("newEffect", "replay"), answerSent], { says: "an answer, `newEffect` or `replay`" }),
      {
        status: 422,
      },
    ),
  ),
  inFlight: Type.Optional(fact(answerSent, { status: 409 })),
  checkedAfter: Type.Optional(
    fact(Type.Array(oneOf("credentials", "rateLimit", "validation"), { says: "a list" }), ["credentials"]),
  ),
});
