import { formatDuration } from "../core/duration.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { Phase } from "../core/phase.js";
import type { Perform, RequestMatch, Step } from "../core/scenario.js";

/** One step of a scenario as a phrase for people, in Markdown. */
export function stepInWords(step: Step): string {
  switch (step.step) {
    case "fault": {
      const options = optionsInWords(step.options ?? {});
      return `fault \`${step.fault}\`${options === "" ? "" : ` (${options})`} ${targetInWords(step)}`;
    }
    case "perform":
      return `perform ${performInWords(step)}`;
    case "together":
      return `perform ${step.performs.map(performInWords).join(" and ")} at the same moment${step.processes ? ", each in its own process" : ""}`;
    case "crash":
      return `crash the connector ${targetInWords(step)}`;
    case "kill":
      return "kill the connector between messages";
    case "restart":
      return "restart it";
    case "advance":
      return `move the clock by ${formatDuration(step.byMs)}`;
    case "idle":
      return `leave it alone for ${formatDuration(step.forMs)} of real time`;
    case "expireToken": {
      const whose = step.account === "second" ? " of the second account" : "";
      return step.revoked === true
        ? `revoke everything that was issued to the ${step.account ?? "first"} account`
        : `the access token${whose} expires`;
    }
    case "decoy": {
      const count = step.count ?? 1;
      const when = step.beside === true ? " once the effect is there" : "";
      return `plant ${count === 1 ? "a decoy" : `${count} decoys`} of \`${step.businessKey}\` (${step.like})${when}`;
    }
    case "remove":
      return `delete the effect of \`${step.businessKey}\` at the provider`;
    case "reconcile":
      return step.times === undefined
        ? "reconcile once"
        : `reconcile up to ${step.times} times while it is unresolved`;
    case "inspect":
      return `inspect \`${step.businessKey}\``;
    default:
      return step.step;
  }
}

function performInWords({ businessKey, operation, payload, field, parameter, account }: Perform): string {
  const other = parameter === undefined ? "another payload" : `another \`${parameter}\` in the path`;
  return [
    `\`${businessKey}\``,
    ...(operation === undefined ? [] : [`of \`${operation}\``]),
    ...(payload === "varied" ? [`with ${field === undefined ? other : `another \`${field}\``}`] : []),
    ...(account === "second" ? ["for the second account"] : []),
  ].join(" ");
}

function targetInWords(step: { at: Phase; on?: RequestMatch; times?: number | "untilSettle" }): string {
  if (step.at === "connect") {
    return step.times === "untilSettle" ? "until it settles" : "on the next connection";
  }
  const { role = "write", nth = 1, reusedConnection, furtherPage } = step.on ?? {};
  const noun = furtherPage === true ? "request for a further page" : role === "any" ? "request" : role;
  const reused = reusedConnection === true ? " on a reused connection" : "";
  const which =
    step.times === "untilSettle"
      ? `every ${noun}`
      : nth !== "every" && nth !== 1
        ? `${noun} number ${nth}`
        : typeof step.times === "number" && step.times > 1
          ? `the first ${step.times} ${noun}s`
          : `the first ${noun}`;
  return `for ${which}${reused} at *${step.at}*`;
}

function optionsInWords(options: JsonObject): string {
  return Object.entries(options)
    .filter(([name]) => name !== "body")
    .flatMap(([name, value]) => optionInWords(name, value))
    .join(", ");
}

function optionInWords(name: string, value: Json): string[] {
  if (isObject(value)) {
    const inner = Object.entries(value);
    if (name === "headers") return inner.map(([header, text]) => `${header}: ${wordOf(text)}`);
    return [`${name} ${inner.flatMap(([key, part]) => optionInWords(key, part)).join(" ")}`];
  }
  if (name === "status") return [wordOf(value)];
  if (name === "by") return [`said by the ${wordOf(value)}`];
  return [`${name} ${wordOf(value)}`];
}

function wordOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
