import { mermaid } from "../diagram/mermaid.js";
import { renderBlock, type BlockRenderers, type Inline, type Page, type Row, type Text } from "./content.js";
import { plainText } from "./plain-text.js";

/** A page as Markdown, as GitHub shows it; diagrams are Mermaid sources. */
export function renderMarkdown(page: Page): string {
  return `${page.blocks.map((block) => renderBlock(renderers, block)).join("\n\n")}\n`;
}

const renderers: BlockRenderers = {
  heading: ({ id, level, text }) => `<a id="${id}"></a>\n\n${"#".repeat(level)} ${line(text)}`,
  paragraph: ({ text }) => startOfLine(line(text)),
  callout: ({ title, text }) => `> **${escaped(title)}**\n>\n> ${startOfLine(line(text))}`,
  list: ({ items }) => list(items),
  table: ({ head, rows }) => table(head, rows),
  answers: ({ answers }) =>
    answers.map(({ question, says }) => `**${escaped(question)}**\n\n${list(says)}`).join("\n\n"),
  sequences: ({ sequences }) =>
    sequences
      .map(
        (sequence) =>
          `**${escaped(sequence.title)}** ${escaped(sequence.says)}\n\n\`\`\`mermaid\n${mermaid(sequence)}\`\`\``,
      )
      .join("\n\n"),
};

function list(items: readonly Text[]): string {
  return items.map((item) => `- ${startOfLine(line(item))}`).join("\n");
}

function table(head: readonly string[], rows: readonly Row[]): string {
  const asRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    asRow(head.map(escaped)),
    asRow(head.map(() => "---")),
    ...rows.map(({ cells }) => asRow(cells.map((cell) => line(cell, true)))),
  ].join("\n");
}

function line(text: Text, inTable = false): string {
  return text.map((inline) => inlineAsMarkdown(inline, inTable)).join("");
}

function inlineAsMarkdown(inline: Inline, inTable: boolean): string {
  if (typeof inline === "string") return escaped(inline);
  if ("code" in inline) return codeSpan(inline.code, inTable);
  if ("strong" in inline) return `**${escaped(inline.strong)}**`;
  if ("soft" in inline) return `_${escaped(inline.soft)}_`;
  if ("link" in inline) return `[${escaped(inline.link)}](${address(inline.href)})`;
  return inline.href === null
    ? ` (${escaped(inline.basis)})`
    : ` ([${escaped(inline.basis)}](${address(inline.href)}))`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes whatever Markdown, or HTML inside it, would read as markup. */
function escaped(text: string): string {
  return plainText(text).replaceAll(/[\\`*_[\]<>|#~$&]/g, (sign) => entities[sign] ?? `\\${sign}`);
}

function codeSpan(text: string, inTable: boolean): string {
  const plain = plainText(text);
  if (plain.trim() === "") return "` `";
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padded = /^`|`$|^ .* $/.test(plain) ? ` ${plain} ` : plain;
  return `${fence}${inTable ? padded.replaceAll("|", "\\|") : padded}${fence}`;
}

/** A line that begins like a list, a heading or a quotation is none. */
function startOfLine(text: string): string {
  return text.replace(/^([-+=])/, "\\$1").replace(/^(\d+)([.)])/, "$1\\$2");
}

/** An address that cannot leave its parentheses. */
function address(href: string): string {
  return href.replaceAll(/[()<>\s|\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
