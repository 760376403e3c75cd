import type { Entry } from "../core/history.js";
import { shorten } from "../core/printable.js";

/** What a line says, without when. The side says in whose column it stands; the tone how it is coloured. */
export interface Told {
  side: "connector" | "request" | "provider" | "answer" | "kit";
  tone: "plain" | "good" | "bad" | "unknown";
  text: string;
}

const losses = {
  refused: "no connection",
  closed: "the connection was closed without an answer",
  reset: "the connection was reset without an answer",
  late: "no answer in time",
  left: "the provider goes without waiting for the answer",
  unreadable: "an answer that cannot be read",
};

/** One line about what the provider sent a receiver, what it answered, and what its business data are; null for the rest. */
export function tellReceiver(entry: Entry): Told | null {
  switch (entry.kind) {
    case "event-made":
      return {
        side: "provider",
        tone: "plain",
        text: `${entry.event} happens: ${entry.identity} (${entry.eventKind})`,
      };
    case "delivery-sent": {
      const how = entry.as === "plain" ? "" : `  ${entry.as}`;
      const wrong = entry.defects.length === 0 ? "" : `  (${entry.defects.join(", ")} wrong)`;
      const text = `${entry.delivery}  ${entry.method} ${entry.events.join(", ")} of ${entry.source}, attempt ${entry.attempt}${how}${wrong}`;
      return { side: "request", tone: entry.defects.length === 0 ? "plain" : "bad", text };
    }
    case "delivery-answered": {
      const text = `${entry.delivery}  ${entry.status}  ${shorten(JSON.stringify(entry.body), 80)}`;
      return { side: "answer", tone: entry.success ? "good" : "plain", text };
    }
    case "delivery-lost":
      return { side: "answer", tone: "unknown", text: `${entry.delivery}  ${losses[entry.how]}` };
    case "applied-read": {
      const effects = entry.applied.map(({ event }) => event).join(", ");
      const waiting =
        entry.accepted.length === 0 ? "" : `; accepted and not applied: ${entry.accepted.join(", ")}`;
      const text = `applied: ${effects === "" ? "nothing" : shorten(effects, 120)}${waiting}`;
      return { side: "connector", tone: "plain", text };
    }
    case "receiver-opened":
      return {
        side: "connector",
        tone: "plain",
        text: `listens on port ${entry.port ?? "?"}, ${entry.path}`,
      };
    case "disturbance-met":
      return { side: "kit", tone: "plain", text: `the receiver has come to ${entry.point}` };
    case "receiver-step":
      return entry.step.step === "disturb"
        ? { side: "kit", tone: "plain", text: `ordered: ${entry.step.do} at ${entry.step.at}` }
        : null;
    default:
      return null;
  }
}
