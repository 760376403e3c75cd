import { type Entry, type EntryOf, only } from "../../src/core/history.js";
import type { Outcome } from "../../src/contract/model.js";
import type { Json } from "../../src/core/json.js";
import { getAt } from "../../src/core/pointer.js";
import type { Intent, Poll } from "./intent.js";
import { same, valueAt } from "./reading.js";

/** What polling the outcomes of an intent's acknowledgements has shown. */
export function pollsIn(
  intent: Intent,
  entries: readonly Entry[],
  answers: ReadonlyMap<number, EntryOf<"request-answered">>,
): Poll[] {
  const { outcome } = intent.operation.answer;
  if (outcome?.by !== "poll") return [];
  const tickets = intent.sends
    .map((send) => (send.reading.is === "acknowledgement" ? send.reading.ticket : null))
    .filter((ticket): ticket is string => ticket !== null);
  const polls: Poll[] = [];
  for (const request of only(entries, "request-received")) {
    if (request.role !== "poll" || request.operation !== intent.operation.name) continue;
    const answer = answers.get(request.request);
    if (answer === undefined || !answer.complete || answer.status >= 300) continue;
    const asked = [...Object.values(request.parameters), ...Object.values(request.query), request.path];
    if (!asked.some((text) => tickets.some((ticket) => text.includes(ticket)))) continue;
    const state = getAt(answer.body, outcome.at);
    const among = (states: readonly Json[]): boolean => states.some((candidate) => same(state, candidate));
    const isFinal = among(outcome.succeeded);
    const isFailure = among(outcome.failed) || (isFinal && showsFailure(answer.body, outcome));
    const says = isFailure ? "failed" : isFinal ? "succeeded" : "pending";
    polls.push({
      seq: answer.seq,
      at: answer.at,
      says,
      receipt: outcome.receipt === null ? null : valueAt({ in: "body", at: outcome.receipt }, answer),
    });
  }
  return polls;
}

/** Whether something stands where only a failure has it. */
function showsFailure(body: Json, { failure }: Outcome): boolean {
  return failure !== undefined && (getAt(body, failure.at) ?? null) !== null;
}
