import { plainText } from "../page/plain-text.js";
import type { Sequence, Side } from "./sequence.js";

const short: Record<Side, string> = { connector: "C", provider: "P" };

/** A sequence as the source of a Mermaid diagram. */
export function mermaid(sequence: Sequence): string {
  const lines = sequence.steps.map((step) => {
    if ("at" in step) return `  Note over ${short[step.at]}: ${word(step.text)}`;
    const to = step.from === "connector" ? "provider" : "connector";
    const request = step.from === "connector";
    const arrow = step.lost ? (request ? "-x" : "--x") : request ? "->>" : "-->>";
    return `  ${short[step.from]}${arrow}${short[to]}: ${word(step.text)}`;
  });
  return [
    "sequenceDiagram",
    `  participant C as ${name(sequence.connector)}`,
    `  participant P as ${name(sequence.provider)}`,
    ...lines,
    "",
  ].join("\n");
}

/** Mermaid takes `#code;` for a character; what it, Markdown or HTML would read otherwise is written so. */
function word(text: string): string {
  return encoded(text, /[^\p{L}\p{N} .,:/()'=?_+{}[\]-]/gu);
}

/** In a name fewer signs are free than in a message. */
function name(text: string): string {
  return encoded(text, /[^\p{L}\p{N} ._]/gu);
}

function encoded(text: string, unsafe: RegExp): string {
  return plainText(text)
    .replaceAll(unsafe, (sign) => `#${sign.codePointAt(0) ?? 32};`)
    .replaceAll("--", "#45;#45;");
}
