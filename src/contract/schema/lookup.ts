import { Type } from "../../core/schema.js";
import { answerSent } from "./answer.js";
import { block, closed, fact } from "./fact.js";
import { route } from "./request.js";
import { duration, filled, flag, oneOf, pointer, predicate, text } from "./words.js";

const pages = block(
  {
    style: fact(oneOf("cursor", "page", "offset", "link", "linkInBody")),
    /** A second page has to be filled to be read. */
    size: Type.Optional(
      fact(Type.Integer({ minimum: 1, maximum: 10_000, says: "a whole number from 1 to 10000" }), 100),
    ),
    next: Type.Optional(pointer),
    cursor: Type.Optional(closed({ from: oneOf("answer", "lastItem"), pointer: Type.Optional(pointer) })),
    parameter: Type.Optional(text),
    sizeParameter: Type.Optional(text),
  },
  { rule: "pages" },
);

const lagUntil = Type.Union([duration, oneOf("unpublished")], {
  says: "a duration such as 2m, or `unpublished`",
});

const lag = block({
  typically: Type.Optional(fact(duration, "0s")),
  atMost: Type.Optional(fact(lagUntil, "unpublished")),
});

/** One way to find a prior effect. */
export const lookup = block(
  {
    by: oneOf("id", "reference", "scan"),
    request: route,
    object: Type.Optional(pointer),
    items: Type.Optional(pointer),
    absent: Type.Optional(fact(answerSent, { status: 404 })),
    answer: Type.Optional(filled("lookup")),
    matching: Type.Optional(fact(oneOf("exact", "prefix", "contains", "fuzzy"), "contains")),
    lag: Type.Optional(
      fact(Type.Union([duration, lag], { says: "a duration such as 5s, or { typically, atMost }" }), {
        atMost: "unpublished",
      }),
    ),
    pages: Type.Optional(fact(pages)),
    complete: Type.Optional(fact(flag, true)),
    incomplete: Type.Optional(predicate),
  },
  { rule: "lookup" },
);
