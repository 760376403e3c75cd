import type { DeliveryOrder } from "../core/delivery.js";
import { formatDuration } from "../core/duration.js";
import type { ReceiverStep } from "../core/receiver-step.js";

/** One step of a receiver's scenario as a phrase for people, in Markdown. */
export function receiverStepInWords(step: ReceiverStep): string {
  switch (step.step) {
    case "make":
      return makeInWords(step);
    case "deliver":
      return `deliver ${deliveryInWords(step)}`;
    case "together":
      return `deliver ${step.deliveries.map(deliveryInWords).join(" and ")} at the same moment`;
    case "disturb":
      return `disturb what comes to \`${step.at}\`: ${step.do}${step.forMs === undefined ? "" : ` for ${formatDuration(step.forMs)}`}`;
    case "begin":
      return `deliver ${deliveryInWords(step)}, as far as it is disturbed`;
    case "finish":
      return "wait for its end";
    case "settle":
      return "wait until nothing is held any more";
    case "crash":
      return `deliver ${deliveryInWords(step)} and kill the receiver ${step.after === "answer" ? "when the answer is there" : `${step.after} ms after the request`}`;
    case "kill":
      return "kill the receiver";
    case "restart":
      return step.secrets === undefined || step.secrets === "all"
        ? "start it again"
        : `start it again with the ${step.secrets} secret`;
    case "advance":
      return `move the clocks by ${formatDuration(step.byMs)}`;
    case "rotate":
      return "a new secret is made";
    default:
      return "the old secret ends";
  }
}

function makeInWords({
  name,
  source,
  about,
  happenedMs,
  identityOf,
  value,
}: Extract<ReceiverStep, { step: "make" }>): string {
  return [
    `event \`${name}\` happens`,
    ...(source === "second" ? ["at the second source"] : []),
    ...(value === "varied" ? ["with a value of its own"] : []),
    ...(about === undefined ? [] : [`about what \`${about}\` is about`]),
    ...(happenedMs === undefined || happenedMs === 0 ? [] : [`${formatDuration(happenedMs)} later`]),
    ...(identityOf === undefined ? [] : [`under the identity of \`${identityOf}\``]),
  ].join(" ");
}

function deliveryInWords({ events, as, secrets, wire, waitMs }: DeliveryOrder): string {
  return [
    events.map((name) => `\`${name}\``).join(" with "),
    ...(as === undefined ? [] : [`as *${as}*`]),
    ...(secrets === undefined || secrets === "all" ? [] : [`signed ${secretWords[secrets]}`]),
    ...(wire?.chunkBytes === undefined ? [] : [`in chunks of ${wire.chunkBytes} bytes`]),
    ...(wire?.writes === undefined ? [] : [`in ${wire.writes} packets`]),
    ...(wire?.headerNames === undefined ? [] : [`with header names in ${wire.headerNames} case`]),
    ...(wire?.leaves === undefined ? [] : [`the provider going at once (${wire.leaves.how.toUpperCase()})`]),
    ...(waitMs === undefined ? [] : [`the provider waiting for ${formatDuration(waitMs)}`]),
  ].join(" ");
}

const secretWords = {
  allOldestFirst: "with all secrets, the oldest first",
  newest: "with the newest secret",
  oldest: "with the oldest secret",
};
