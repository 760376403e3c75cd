import { sequenceSvg } from "../diagram/svg.js";
import { renderBlock, type BlockRenderers, type Inline, type Page, type Row, type Text } from "./content.js";
import { escapeHtml } from "./escape-html.js";
import { stylesheet } from "./stylesheet.js";

/** A page as one HTML file that needs nothing else: no script, no font, no network. */
export function renderHtml(page: Page, navigation: readonly Inline[]): string {
  const body = page.blocks.map((block, at) => renderBlock(renderers(at), block)).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(page.title)}</title>
<style>
${stylesheet}</style>
</head>
<body>
<header><nav aria-label="Pages">${line(navigation)}</nav></header>
<main>
${body}
</main>
</body>
</html>
`;
}

/** `section` tells the diagrams of a page apart. */
const renderers = (section: number): BlockRenderers => ({
  heading: ({ id, level, text }) => `<h${level} id="${escapeHtml(id)}">${line(text)}</h${level}>`,
  paragraph: ({ text }) => `<p>${line(text)}</p>`,
  callout: ({ tone, title, text }) =>
    `<aside class="callout ${tone}"><strong>${escapeHtml(title)}</strong> ${line(text)}</aside>`,
  list: ({ items }) => `<ul>\n${items.map((item) => `<li>${line(item)}</li>`).join("\n")}\n</ul>`,
  table: ({ head, rows, stacked }) => table(head, rows, stacked),
  answers: ({ answers }) =>
    `<dl>\n${answers
      .map(
        ({ question, says }) =>
          `<dt>${escapeHtml(question)}</dt>\n${says.map((text) => `<dd>${line(text)}</dd>`).join("\n")}`,
      )
      .join("\n")}\n</dl>`,
  sequences: ({ sequences }) =>
    `<div class="worlds">\n${sequences
      .map(
        (sequence, number) =>
          `<figure>\n<figcaption><strong>${escapeHtml(sequence.title)}</strong> ${escapeHtml(sequence.says)}</figcaption>\n` +
          `${sequenceSvg(sequence, `world-${section}-${number + 1}`)}</figure>`,
      )
      .join("\n")}\n</div>`,
});

function table(head: readonly string[], rows: readonly Row[], stacked: boolean): string {
  const headings = head.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join("");
  const body = rows.map(({ cells, tone }) => {
    const filled = cells.map((cell, column) =>
      column === 0
        ? `<th scope="row">${line(cell)}</th>`
        : `<td data-label="${escapeHtml(head[column] ?? "")}"><div>${line(cell)}</div></td>`,
    );
    return `<tr${tone === undefined ? "" : ` class="${tone}"`}>${filled.join("")}</tr>`;
  });
  const kind = stacked ? "stacked" : "wide";
  // A table that scrolls must be reachable by keyboard.
  const reach = stacked ? "" : ` tabindex="0" role="region" aria-label="Comparison"`;
  return (
    `<div class="table ${kind}"${reach}>\n<table>\n<thead><tr>${headings}</tr></thead>\n` +
    `<tbody>\n${body.join("\n")}\n</tbody>\n</table>\n</div>`
  );
}

function line(text: Text): string {
  return text.map(inlineAsHtml).join("");
}

/** A long name may be broken after a sign that divides it. */
function breakable(name: string): string {
  return name.replaceAll(/([._/])(?=\w)/g, "$1<wbr>");
}

function inlineAsHtml(inline: Inline): string {
  if (typeof inline === "string") return escapeHtml(inline);
  if ("code" in inline) return `<code>${breakable(escapeHtml(inline.code))}</code>`;
  if ("strong" in inline) return `<strong>${escapeHtml(inline.strong)}</strong>`;
  if ("soft" in inline) return `<i class="soft">${escapeHtml(inline.soft)}</i>`;
  if ("link" in inline) return `<a href="${escapeHtml(inline.href)}">${escapeHtml(inline.link)}</a>`;
  const word = escapeHtml(inline.basis);
  const kind = `basis ${word.replaceAll(" ", "-")}`;
  return inline.href === null
    ? ` <span class="${kind}">${word}</span>`
    : ` <a class="${kind}" href="${escapeHtml(inline.href)}">${word}</a>`;
}
