import type { Block } from "./page/content.js";

const words: [string, string][] = [
  ["effect", "what a request leaves behind at the provider: the refund, the ticket."],
  ["receipt", "a durable id of an effect: evidence that it exists."],
  ["acknowledgement", "“I have your request”, often with status 202: evidence of nothing else."],
  [
    "idempotency key",
    "what the provider recognises a repeat by. Its scope is where a key means the same; a repeat within the time it is remembered gets the first answer again.",
  ],
  ["in flight", "the first request with a key is still running when the second arrives."],
  ["lookup", "a read that finds an effect afterwards. It may be behind (lag), and it may come in pages."],
  [
    "your own record",
    "what the request is about on your side, such as the order; its name is called the business key.",
  ],
  ["succeeded", "the effect exists, and you hold its receipt."],
  ["failed", "there is certainly no effect, and you will send nothing more."],
  ["pending", "it was acknowledged, and the outcome is not known yet."],
  ["unknown", "it may or may not exist: the only true word until something settles it."],
  ["conflict", "the key, or the record, was used with other content."],
  ["hold", "send nothing, keep what you know, and tell a person."],
];

/** The words that every page uses, for a reader who sees one page only. */
export const wordBlocks: readonly Block[] = [
  { block: "list", items: words.map(([word, meaning]) => [{ strong: word }, `: ${meaning}`]) },
];
