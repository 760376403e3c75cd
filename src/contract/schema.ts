import { Type, type Static } from "../core/schema.js";
import { answerSent } from "./schema/answer.js";
import { credentials } from "./schema/credentials.js";
import { block, closed } from "./schema/fact.js";
import { operation } from "./schema/operation.js";
import { webhooks } from "./schema/webhooks.js";
import { date, headersSent, mapOf, text, url } from "./schema/words.js";

const provider = block(
  {
    name: text,
    docs: Type.Optional(url),
    baseUrl: Type.Optional(url),
    reviewed: Type.Optional(date),
    headers: Type.Optional(headersSent),
    refusals: Type.Optional(
      closed({
        unauthorized: Type.Optional(answerSent),
        notFound: Type.Optional(answerSent),
        invalid: Type.Optional(answerSent),
        gateway: Type.Optional(answerSent),
      }),
    ),
  },
  { says: "{ name: … }" },
);

/** The contract language, version 1: the one source of its types, its validation and `contract.schema.json`. */
export const contractSchema = closed({
  $schema: Type.Optional(Type.String()),
  threeworlds: Type.Literal(1, { says: "1, the version of the contract language" }),
  provider,
  credentials: Type.Optional(credentials),
  operations: Type.Optional(mapOf(operation, { keysAre: "operation" })),
  webhooks: Type.Optional(webhooks),
});

/** A contract as it is written, every fact in its short form. */
export type ContractDocument = Static<typeof contractSchema>;
