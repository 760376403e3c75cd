import { escapeHtml } from "../page/escape-html.js";
import { plainText } from "../page/plain-text.js";
import type { Sequence, SequenceStep, Side } from "./sequence.js";
import { wrapText } from "./wrap-text.js";

/** All sizes in px at the size the diagram is made for: a phone, or a third of a page. */
const width = 340;
const lane: Record<Side, number> = { connector: 78, provider: 262 };
const lineHeight = 15;
const gap = 12;
const messageLetters = 30;
const noteLetters = 20;
const noteWidth = 146;
const headHeight = 30;

interface Drawn {
  svg: string;
  bottom: number;
}

/** A sequence as inline SVG. Its colours come from the page's style sheet, so it follows light and dark. */
export function sequenceSvg(sequence: Sequence, id: string): string {
  const parts: string[] = [];
  let y = headHeight + gap;
  for (const step of sequence.steps) {
    const drawn = "at" in step ? note(step, y) : message(step, y);
    parts.push(drawn.svg);
    y = drawn.bottom + gap;
  }
  const lanes = (["connector", "provider"] as const).map(
    (side) => `<line class="lane" x1="${lane[side]}" y1="${headHeight}" x2="${lane[side]}" y2="${y}"/>`,
  );
  const heads = (["connector", "provider"] as const).map((side) => head(sequence[side], lane[side]));
  return [
    `<svg class="sequence" viewBox="0 0 ${width} ${y + 2}" width="${width}" height="${y + 2}" role="img" aria-labelledby="${id}-title ${id}-text">`,
    `<title id="${id}-title">${escapeHtml(sequence.title)}</title>`,
    `<desc id="${id}-text">${escapeHtml(inSentences(sequence))}</desc>`,
    ...lanes,
    ...heads,
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function head(name: string, x: number): string {
  const [first = "", second] = wrapText(plainText(name), 20);
  const shown = second === undefined ? first : `${first.slice(0, 19)}…`;
  return `<rect class="actor" x="${x - 74}" y="1" width="148" height="${headHeight - 4}" rx="6"/>${text([shown], x, 18, "actor-name")}`;
}

function message(step: Extract<SequenceStep, { from: Side }>, top: number): Drawn {
  const lines = wrapText(plainText(step.text), messageLetters);
  // The cross must not touch the words above it.
  const y = top + lines.length * lineHeight + (step.lost ? 7 : 2);
  const from = lane[step.from];
  const to = lane[step.from === "connector" ? "provider" : "connector"];
  const direction = to > from ? 1 : -1;
  const end = step.lost ? from + direction * 140 : to - direction * 2;
  const kind = `arrow${step.from === "provider" ? " answer" : ""}${step.lost ? " lost" : ""}`;
  const tip = step.lost
    ? `<path class="cross" d="M${end - 6} ${y - 6}l12 12m0 -12l-12 12"/>`
    : `<path class="tip" d="M${end} ${y}l${-direction * 8} -4v8z"/>`;
  return {
    svg: `${text(lines, width / 2, top + 11, "message")}<line class="${kind}" x1="${from}" y1="${y}" x2="${end}" y2="${y}"/>${tip}`,
    bottom: y + 6,
  };
}

function note(step: Extract<SequenceStep, { at: Side }>, top: number): Drawn {
  const lines = wrapText(plainText(step.text), noteLetters);
  const height = lines.length * lineHeight + 10;
  const x = lane[step.at];
  return {
    svg: `<rect class="note ${step.tone}" x="${x - noteWidth / 2}" y="${top}" width="${noteWidth}" height="${height}" rx="4"/>${text(lines, x, top + 16, "note-text")}`,
    bottom: top + height,
  };
}

function text(lines: readonly string[], x: number, y: number, kind: string): string {
  const spans = lines.map(
    (words, at) => `<tspan x="${x}" y="${y + at * lineHeight}">${escapeHtml(words)}</tspan>`,
  );
  return `<text class="${kind}">${spans.join("")}</text>`;
}

/** The same in words, for those who cannot see it. */
function inSentences(sequence: Sequence): string {
  return sequence.steps
    .map((step) =>
      "at" in step
        ? `${sequence[step.at]}: ${step.text}.`
        : `From ${sequence[step.from]}: ${step.text}${step.lost ? " (lost on the way)" : ""}.`,
    )
    .join(" ");
}
