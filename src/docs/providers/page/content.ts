import type { Sequence } from "../diagram/sequence.js";
import type { Tone } from "../tone.js";

/** A run of text on a page. Texts are taken as they are: whoever renders them escapes them. */
export type Inline =
  | string
  | { code: string }
  | { strong: string }
  /** Said of the provider's documentation, not by it: "not documented", "assumed". */
  | { soft: string }
  | { link: string; href: string }
  /** How we know something: a word, and the page that says so if there is one. */
  | { basis: string; href: string | null };

export type Text = readonly Inline[];

/** One block of a page. The renderers know all of them and nothing else. */
export type Block =
  | { block: "heading"; level: 1 | 2 | 3 | 4; id: string; text: Text }
  | { block: "paragraph"; text: Text }
  | { block: "callout"; tone: Tone; title: string; text: Text }
  | { block: "list"; items: readonly Text[] }
  /** `stacked`: on a narrow screen each row becomes a card; otherwise the table scrolls sideways. */
  | { block: "table"; head: readonly string[]; rows: readonly Row[]; stacked: boolean }
  | { block: "answers"; answers: readonly { question: string; says: readonly Text[] }[] }
  | { block: "sequences"; sequences: readonly Sequence[] };

/** A way to render each kind of block. */
export type BlockRenderers = {
  readonly [Kind in Block["block"]]: (block: Extract<Block, { block: Kind }>) => string;
};

/** Renders a block by its kind. */
export function renderBlock(renderers: BlockRenderers, block: Block): string {
  const render = renderers[block.block] as (block: Block) => string;
  return render(block);
}

/** A row of a table; its first cell is its heading. */
export interface Row {
  cells: readonly Text[];
  tone?: Tone;
}

/** A page, ready to be rendered as Markdown or HTML. */
export interface Page {
  /** The file name without its extension. */
  name: string;
  title: string;
  blocks: readonly Block[];
}

/** A heading; its id is unique on its page. */
export function heading(level: 1 | 2 | 3 | 4, id: string, ...text: Inline[]): Block {
  return { block: "heading", level, id, text };
}

/** A paragraph. */
export function paragraph(...text: Inline[]): Block {
  return { block: "paragraph", text };
}

/** A name or value as it stands in a request or in the contract. */
export function code(text: string): Inline {
  return { code: text };
}

/** Our own sentences with `names` in backticks, as texts. */
export function withCode(sentence: string): Inline[] {
  return sentence
    .split("`")
    .map((part, at): Inline => (at % 2 === 1 ? { code: part } : part))
    .filter((part) => part !== "");
}

/** Texts one after the other, with something between them. */
export function joined(texts: readonly Text[], between: string): Inline[] {
  return texts.flatMap((text, at) => (at === 0 ? [...text] : [between, ...text]));
}

/** Texts as a list in a sentence: `a, b or c`. */
export function enumerated(texts: readonly Text[], last: "and" | "or"): Inline[] {
  return texts.flatMap((text, at) => {
    if (at === 0) return [...text];
    return [at === texts.length - 1 ? ` ${last} ` : ", ", ...text];
  });
}
