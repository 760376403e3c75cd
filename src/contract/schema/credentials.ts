import { Type } from "../../core/schema.js";
import { answerSent } from "./answer.js";
import { block, closed, fact } from "./fact.js";
import { duration, flag, oneOf, text } from "./words.js";

const prefix = Type.String({ says: "a text" });

const place = closed({
  in: oneOf("header", "query"),
  name: text,
  prefix: Type.Optional(Type.Union([prefix, Type.Array(prefix)], { says: "a text, or a list of texts" })),
});

const refresh = block({
  rotates: Type.Optional(fact(flag, false)),
  invalidates: Type.Optional(fact(Type.Array(oneOf("accessToken", "refreshToken"), { says: "a list" }), [])),
  graceForLostAnswer: Type.Optional(fact(duration)),
  reuse: Type.Optional(fact(oneOf("refused", "revokesFamily", "accepted"), "refused")),
});

/** How the provider knows who is calling. */
export const credentials = block({
  scheme: oneOf("bearer", "basic", "header", "query", "oauth2", "none"),
  accepts: Type.Optional(Type.Array(place, { minItems: 1, says: "a list" })),
  parts: Type.Optional(Type.Array(text, { minItems: 1, says: "a list" })),
  format: Type.Optional(Type.String({ minLength: 1, template: "secret", says: "a text" })),
  account: Type.Optional(
    closed({ in: oneOf("credential", "header", "path"), name: Type.Optional(text) }, { rule: "account" }),
  ),
  token: Type.Optional(
    block({
      url: text,
      lifetime: Type.Optional(fact(duration, "1h")),
      clientAuth: Type.Optional(fact(oneOf("basic", "body", "none"), "basic")),
    }),
  ),
  refresh: Type.Optional(fact(refresh)),
  expired: Type.Optional(
    fact(
      block({
        ...answerSent.properties,
        checkedBefore: Type.Optional(fact(oneOf("key", "commit"), "commit")),
      }),
    ),
  ),
});
