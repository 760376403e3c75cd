import type { Violation } from "../../src/core/verdict.js";
import type { Ask } from "../knowledge/asks.js";
import type { Intent, Send } from "../knowledge/intent.js";
import { declaredWait, senselessWait } from "../knowledge/waits.js";
import type { Case, Rule } from "../rule.js";
import { count, readable, violation } from "../violation.js";

/**
 * So many resends in a row, each within this part of the retry delay after the last answer, are hammering. Pauses that
 * grow, with as much chance in them as from nothing to all, practically never look like this.
 */
const hammering = [
  { resends: 3, part: 0.5 },
  { resends: 4, part: 1 },
  { resends: 6, part: 2.5 },
] as const;

/** From so many sends on in one message the last pauses have to be longer than the first: twice, on average over four. */
const flatSends = 10;
const averagedPauses = 4;
const leastGrowth = 2;

/** More sends than this of one business key inside one message are no back-off, whatever the budget. */
const mostSendsPerMessage = 20;

/**
 * More sends than this of one business key have no end. Attempts that grow apart are a dozen in an hour; the job runners
 * with the most patience stop after 25.
 */
const mostSendsInAll = 30;

/** How far past its budget a message may still send, ms: the machine may be slow. */
const budgetSlackMs = 1000;

/** Resends keep the declared wait, grow apart, and end. */
export default {
  id: "paced",
  title: "A resend keeps the declared wait, backs off, and ends within the budget",
  why: "A provider in trouble is kept down by the clients that ask again at once; many answer with a ban.",
  severity: 3,
  judge: (c) =>
    c.knowledge.intents.flatMap((intent) => {
      const found =
        tooEarly(c, intent) ??
        unpaused(c, intent) ??
        hammered(c, intent) ??
        flat(c, intent) ??
        endless(c, intent) ??
        endlessInAll(c, intent);
      return found === null ? [] : [found];
    }),
} satisfies Rule;

function tooEarly(c: Case, intent: Intent): Violation | null {
  for (const [index, send] of intent.sends.entries()) {
    const previous = intent.sends[index - 1];
    if (previous === undefined) continue;
    const wait = declaredWait(intent, previous, send.seq, c.history, c.knowledge.asks);
    if (wait === null || send.at >= wait.untilAt - wait.toleranceMs) continue;
    const askedMs = wait.untilAt - wait.answer.at;
    return violation(c, {
      rule: "paced",
      message:
        `${intent.businessKey} was sent again after ${readable(send.at - wait.answer.at)}: ` +
        `expected not before ${readable(askedMs)} had passed (${wait.said})`,
      entries: [wait.answer.seq, send.seq],
      operation: intent.operation.name,
      pointer: wait.pointer,
      advice:
        "Read the declared wait and send nothing before it has passed; when it is longer than the budget, keep it for later.",
    });
  }
  return null;
}

/** A wait that makes no sense is no permission to ask again at once: the connector's own back-off holds. */
function unpaused(c: Case, intent: Intent): Violation | null {
  const tinyMs = c.history.timing.retryDelayMs / 2;
  for (const [index, send] of intent.sends.entries()) {
    const previous = intent.sends[index - 1];
    if (previous?.answer == null) continue;
    const said = senselessWait(previous, send.seq);
    if (said === null || send.at - previous.answer.at >= tinyMs) continue;
    return violation(c, {
      rule: "paced",
      message:
        `${intent.businessKey} was sent again at once after a wait that makes no sense (${said}): ` +
        `expected a pause of its own, got less than ${readable(tinyMs)}`,
      entries: [previous.answer.seq, send.seq],
      operation: intent.operation.name,
      pointer: "/errors",
      advice: "Read what is negative, too large or no number as if nothing stood there, and back off.",
    });
  }
  return null;
}

function hammered(c: Case, intent: Intent): Violation | null {
  for (const { resends, part } of hammering) {
    const tinyMs = c.history.timing.retryDelayMs * part;
    for (const sends of byMessage(c, intent)) {
      let run: Send[] = sends.slice(0, 1);
      for (const [index, send] of sends.entries()) {
        const previous = sends[index - 1];
        if (previous === undefined) continue;
        const ended = previous.answer?.seq === previous.endSeq ? previous.answer.wall : null;
        if (ended !== null && send.wall - ended < tinyMs) run.push(send);
        else run = [send];
        if (run.length <= resends) continue;
        return violation(c, {
          rule: "paced",
          message:
            `${intent.businessKey} was sent ${count(run.length, "time")} in a row without growing pauses: ` +
            `expected more than ${readable(tinyMs)} between an answer and the next send, got less each time`,
          entries: run.map(({ seq }) => seq),
          operation: intent.operation.name,
          pointer: "/errors",
          advice:
            "Wait longer after each attempt, with some chance in it, also where the provider declares no wait.",
        });
      }
    }
  }
  return null;
}

/** The same delay again and again, also where it is no tiny one. */
function flat(c: Case, intent: Intent): Violation | null {
  for (const sends of byMessage(c, intent)) {
    if (sends.length < flatSends) continue;
    const pauses = sends.slice(1).map((send, index) => send.wall - (sends[index]?.answer?.wall ?? send.wall));
    const firstMs = average(pauses.slice(0, averagedPauses));
    const lastMs = average(pauses.slice(-averagedPauses));
    if (lastMs >= leastGrowth * firstMs) continue;
    return violation(c, {
      rule: "paced",
      message:
        `${intent.businessKey} was sent ${count(sends.length, "time")} in one message without growing pauses: ` +
        `expected the last to be at least twice as long as the first (${readable(firstMs)}), got ${readable(lastMs)}`,
      entries: sends.map(({ seq }) => seq),
      operation: intent.operation.name,
      pointer: "/errors",
      advice:
        "Wait longer after each attempt, and stop after a few: what is not settled by then is `unknown` or `failed`.",
    });
  }
  return null;
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

function endless(c: Case, intent: Intent): Violation | null {
  const { budgetMs } = c.history.timing;
  const obeys = c.history.capabilities.includes("timing");
  for (const sends of byMessage(c, intent)) {
    const ask = askOf(c, intent, sends[0]);
    const late = sends.find((send) => ask !== null && send.wall - ask.wall > budgetMs + budgetSlackMs);
    if (sends.length <= mostSendsPerMessage && (!obeys || late === undefined)) continue;
    const seen =
      sends.length > mostSendsPerMessage
        ? `${sends.length} times in one message: expected at most ${mostSendsPerMessage}`
        : `${readable((late?.wall ?? 0) - (ask?.wall ?? 0))} after it was asked for: expected no send past the budget of ${readable(budgetMs)}`;
    return violation(c, {
      rule: "paced",
      message: `${intent.businessKey} was sent ${seen}`,
      entries: [ask?.seq, sends[0]?.seq, (late ?? sends.at(-1))?.seq],
      operation: intent.operation.name,
      pointer: "/errors",
      advice:
        "Bound the attempts and the time of one message; what is not settled by then is `unknown` or `failed`, as the case may be.",
    });
  }
  return null;
}

/** A few in each message, and every message again. */
function endlessInAll(c: Case, intent: Intent): Violation | null {
  const { sends, businessKey } = intent;
  if (sends.length <= mostSendsInAll) return null;
  return violation(c, {
    rule: "paced",
    message: `${businessKey} was sent ${sends.length} times in all: expected at most ${mostSendsInAll}, with an end`,
    entries: [sends[0]?.seq, sends[mostSendsInAll]?.seq, sends.at(-1)?.seq],
    operation: intent.operation.name,
    pointer: "/errors",
    advice:
      "Count the attempts in the durable record, over all messages. After the last one report `failed` where it is certain that nothing happened, else hold it and flag a person.",
  });
}

/** The sends of an intent, message by message. */
function byMessage(c: Case, intent: Intent): Send[][] {
  const groups = new Map<number, Send[]>();
  for (const send of intent.sends) {
    const seq = askOf(c, intent, send)?.seq ?? 0;
    groups.set(seq, [...(groups.get(seq) ?? []), send]);
  }
  return [...groups.values()];
}

function askOf(c: Case, intent: Intent, send: Send | undefined): Ask | null {
  if (send === undefined) return null;
  return (
    c.knowledge.asks.findLast(
      (ask) =>
        ask.seq < send.seq &&
        send.seq < ask.until &&
        (ask.businessKey === null || ask.businessKey === intent.businessKey),
    ) ?? null
  );
}
