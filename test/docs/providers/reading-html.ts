/** An element of a page, as far as links and structure need it. */
export interface Element {
  name: string;
  attributes: Map<string, string>;
}

const closedByItself = new Set(["meta", "line", "rect", "path", "wbr"]);
const tag = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z0-9:-]+="[^"<>]*")*)\s*(\/?)>/y;

/** Reads a page strictly: every element closed in order, every attribute quoted, no stray sign. Throws where it is not so. */
export function readHtml(page: string): Element[] {
  const elements: Element[] = [];
  const open: string[] = [];
  let at = "<!doctype html>\n".length;
  if (!page.startsWith("<!doctype html>\n")) throw new Error("no doctype");
  while (at < page.length) {
    const next = page.indexOf("<", at);
    checkText(page.slice(at, next === -1 ? page.length : next), open.at(-1));
    if (next === -1) break;
    tag.lastIndex = next;
    const found = tag.exec(page);
    if (found === null) throw new Error(`not an element: ${page.slice(next, next + 60)}`);
    const [whole, closing, name = "", attributes = "", selfClosing] = found;
    at = next + whole.length;
    if (closing === "/") {
      const last = open.pop();
      if (last !== name) throw new Error(`</${name}> closes <${last}>`);
      continue;
    }
    elements.push({
      name,
      attributes: new Map(
        [...attributes.matchAll(/([a-zA-Z0-9:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
          key,
          decoded(value),
        ]),
      ),
    });
    if (selfClosing !== "/" && !closedByItself.has(name)) open.push(name);
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(", ")}`);
  return elements;
}

function checkText(text: string, within: string | undefined): void {
  if (within === "style") return;
  const stray = /&(?!(?:amp|lt|gt|quot|#39);)|>/.exec(text);
  if (stray !== null) throw new Error(`unescaped: ${text.slice(stray.index, stray.index + 40)}`);
}

function decoded(value: string): string {
  return value
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
