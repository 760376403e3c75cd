import { STATUS_CODES } from "node:http";
import type { LossOf } from "../../core/delivery.js";
import type { EntryOf } from "../../core/history.js";
import { printableLines } from "../../core/printable.js";

/** What is shown of a body, characters. */
const longestBody = 2000;

const losses: Record<LossOf, string> = {
  refused: "nobody listens there",
  closed: "the receiver closed the connection",
  reset: "the receiver reset the connection",
  late: "the receiver did not answer in time",
  left: "the provider went away",
  unreadable: "the answer is no HTTP",
};

/** A request as it was sent. */
export function requestText({ method, url, headers, body, as, events }: EntryOf<"delivery-sent">): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = `${as === "plain" ? "" : `# as ${as}\n`}${method} ${url}`;
  return printableLines(
    [head, ...lines, "", body === "" ? `(${events.join(", ")}: no body)` : cut(body)].join("\n"),
  );
}

/** An answer as it came, or why there is none. */
export function answerText(entry: EntryOf<"delivery-answered"> | EntryOf<"delivery-lost">): string {
  if (entry.kind === "delivery-lost") return `no answer: ${losses[entry.how]} (after ${entry.tookMs} ms)`;
  const { status, headers, body, tookMs } = entry;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const head = `${status} ${STATUS_CODES[status] ?? ""}`.trimEnd();
  return printableLines([`${head} (after ${tookMs} ms)`, ...lines, "", cut(text)].join("\n").trimEnd());
}

function cut(text: string): string {
  if (text.length <= longestBody) return text;
  return `${text.slice(0, longestBody)}… (${text.length - longestBody} more characters)`;
}
