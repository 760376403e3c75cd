import type { Contract } from "../../contract/model.js";
import { KitError } from "../../core/errors.js";
import { indexPage } from "./index-page.js";
import type { Block, Inline, Page, Row, Text } from "./page/content.js";
import { pageAddress } from "./page/plain-text.js";
import { renderHtml } from "./page/html.js";
import { renderMarkdown } from "./page/markdown.js";
import { providerPage } from "./provider-page.js";

/**
 * All pages of some contracts, by file name: one as Markdown and one as HTML for each provider, and an index. The same
 * contracts give the same bytes. Throws KitError("file") when two contracts would have the same page.
 */
export function providerSite(contracts: readonly Contract[]): Map<string, string> {
  const sorted = [...contracts].sort(
    (a, b) => compare(a.provider.name, b.provider.name) || compare(a.id, b.id),
  );
  refuseCollisions(sorted);
  const files = new Map<string, string>();
  for (const page of [indexPage(sorted), ...sorted.map(providerPage)]) {
    const home: Inline =
      page.name === "index" ? "Providers" : { link: "All providers", href: pageAddress("index") };
    files.set(`${page.name}.html`, renderHtml(withLinks(page, "html"), withLinksIn([home], "html")));
    const markdown = withLinks(page, "md");
    const back: Block[] =
      page.name === "index" ? [] : [{ block: "paragraph", text: withLinksIn([home], "md") }];
    files.set(`${page.name}.md`, renderMarkdown({ ...markdown, blocks: [...markdown.blocks, ...back] }));
  }
  return files;
}

function refuseCollisions(contracts: readonly Contract[]): void {
  const taken = new Map<string, string>([["index", "the index"]]);
  for (const { id, file } of contracts) {
    const name = id.toLowerCase();
    const other = taken.get(name);
    if (other !== undefined) {
      throw new KitError(
        "file",
        `${file}: its page would be '${id}.html', which is already that of ${other}. Rename the contract.`,
      );
    }
    taken.set(name, file);
  }
}

/** Links between pages lead to files of the same kind. */
function withLinks(page: Page, extension: string): Page {
  return { ...page, blocks: page.blocks.map((block) => linked(block, extension)) };
}

function linked(block: Block, extension: string): Block {
  if (block.block !== "table") return block;
  const rows = block.rows.map((row): Row => ({
    ...row,
    cells: row.cells.map((cell) => withLinksIn(cell, extension)),
  }));
  return { ...block, rows };
}

function withLinksIn(text: Text, extension: string): Text {
  return text.map((inline): Inline => {
    if (typeof inline === "string" || !("link" in inline) || !inline.href.startsWith("page:")) return inline;
    const [id = "", anchor] = inline.href.slice("page:".length).split("#");
    return {
      ...inline,
      href: `${id}.${extension}${anchor === undefined ? "" : `#${anchor}`}`,
    };
  });
}

function compare(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : 0;
}
