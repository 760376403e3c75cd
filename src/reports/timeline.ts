import { formatDuration } from "../core/duration.js";
import type { Entry, History } from "../core/history.js";
import type { Claim, Command } from "../core/protocol.js";
import { printable, shorten } from "../core/printable.js";
import { tellReceiver, type Told } from "./receiver-timeline.js";

/** One line of the exchange. */
export interface TimelineLine extends Told {
  seq: number;
  /** Since the first entry, on the provider's clock, ms. */
  atMs: number;
}

/** The exchange of one scenario, told in lines: who asked what, what reached the provider, what came of it, what was said. */
export function timeline(history: Pick<History, "entries">): TimelineLine[] {
  const start = history.entries[0]?.at ?? 0;
  const lines: TimelineLine[] = [];
  for (const entry of history.entries) {
    const told = tell(entry);
    if (told === null) continue;
    lines.push({ seq: entry.seq, atMs: entry.at - start, ...told, text: printable(told.text) });
  }
  return lines;
}

function tell(entry: Entry): Told | null {
  switch (entry.kind) {
    case "asked":
      return plain("connector", `asked to ${askText(entry.ask)}${processText(entry.process)}`);
    case "claimed":
      return claimTold(entry.businessKey, entry.claim, entry.process, entry.command);
    case "threw":
      return {
        side: "connector",
        tone: "unknown",
        text: `threw: ${oneLine(entry.error)}${processText(entry.process)}`,
      };
    case "unanswered":
      return {
        side: "connector",
        tone: "unknown",
        text: `no answer (${entry.why})${processText(entry.process)}`,
      };
    case "process-killed":
      return { side: "connector", tone: "bad", text: `killed: ${entry.why}${processText(entry.process)}` };
    case "process-started":
      return entry.process === 1 ? null : plain("connector", `process ${entry.process} starts`);
    case "process-exited":
      return {
        side: "connector",
        tone: "bad",
        text: `exited ${entry.signal === null ? `with code ${entry.code}` : `by ${entry.signal}`}${processText(entry.process)}`,
      };
    case "misbehaved":
      return { side: "connector", tone: "bad", text: `misbehaved: ${shorten(entry.what.trim(), 400)}` };
    case "request-received":
      return plain("request", requestText(entry));
    case "request-refused":
      return { side: "provider", tone: "bad", text: `refused (${entry.refusal}): ${oneLine(entry.reason)}` };
    case "request-admitted":
      return admittedTold(entry.as, entry.original);
    case "effect-committed":
      return {
        side: "provider",
        tone: entry.effect.planted ? "plain" : "good",
        text: entry.effect.planted
          ? `planted look-alike ${entry.effect.id}`
          : `effect ${entry.effect.id} exists`,
      };
    case "effect-removed":
      return plain("provider", `effect ${entry.effect} removed`);
    case "outcome-settled":
      return plain("provider", `outcome of ${entry.ticket}: ${entry.outcome}`);
    case "request-answered":
      return answerTold(entry);
    case "credential-issued":
      return entry.request === null
        ? null
        : plain("provider", `${entry.credential} is given (${tokenWords[entry.type]})`);
    case "credential-ended":
      return { side: "provider", tone: "bad", text: `${entry.credential} is no longer good (${entry.why})` };
    case "request-abandoned":
      return { side: "answer", tone: "unknown", text: `request ${entry.request}: the connector was gone` };
    case "fault-fired":
      return { side: "provider", tone: "bad", text: `fault: ${entry.fault} at ${entry.phase}` };
    case "clock-moved":
      return plain("kit", `the clock moves by ${formatDuration(entry.byMs)}`);
    default:
      return tellReceiver(entry);
  }
}

const tokenWords = { accessToken: "access token", refreshToken: "refresh token" } as const;

function plain(side: Told["side"], text: string): Told {
  return { side, tone: "plain", text };
}

function processText(process: number): string {
  return process === 1 ? "" : ` [process ${process}]`;
}

function askText(ask: Command): string {
  switch (ask.command) {
    case "perform":
      return `perform ${ask.operation} ${ask.businessKey}`;
    case "inspect":
      return `inspect ${ask.businessKey}`;
    default:
      return ask.command;
  }
}

function claimTold(businessKey: string, claim: Claim, process: number, command: string): Told {
  const reference = claim.reference === undefined ? "" : ` ${claim.reference}`;
  const why = claim.reason === undefined ? "" : ` (${oneLine(claim.reason)})`;
  const person = claim.needsHuman === true ? ", needs a person" : "";
  const verb = command === "inspect" ? "record of" : "says of";
  const tone =
    claim.outcome === "unknown" || claim.outcome === "pending" || claim.outcome === "absent"
      ? "unknown"
      : "plain";
  return {
    side: "connector",
    tone,
    text: `${verb} ${businessKey}: ${claim.outcome}${reference}${person}${why}${processText(process)}`,
  };
}

function requestText(entry: Extract<Entry, { kind: "request-received" }>): string {
  const query = Object.entries(entry.query)
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const key = entry.key === null ? "" : `  key ${shorten(entry.key, 40)}`;
  const shown = entry.credential == null ? "" : `  ${entry.credential}`;
  const reused = entry.onConnection > 1 ? " reused" : "";
  return `${entry.request}  ${entry.method} ${shorten(entry.path + (query === "" ? "" : `?${query}`), 60)}${key}${shown}  (connection ${entry.connection}${reused})`;
}

function admittedTold(as: string, original: number | null): Told | null {
  if (as === "first" || as === "keyless") return null;
  const of = original === null ? "" : ` of request ${original}`;
  return plain("provider", `key: ${as}${of}`);
}

function answerTold(entry: Extract<Entry, { kind: "request-answered" }>): Told {
  const how = entry.name ?? (entry.by === "replay" ? "replayed" : entry.by === "fault" ? "by the fault" : "");
  const cut = entry.complete ? "" : "  (did not arrive whole)";
  return {
    side: "answer",
    tone: entry.complete ? "plain" : "unknown",
    text: `${entry.request}  ${entry.status}${how === "" ? "" : ` ${how}`}${cut}`,
  };
}

function oneLine(text: string): string {
  return shorten(text.trim(), 140);
}
