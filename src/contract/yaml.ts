import {
  Document,
  LineCounter,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  visit,
  type Node,
  type Pair,
  type ParsedNode,
} from "yaml";
import type { Json } from "../core/json.js";
import type { Location } from "./model.js";
import type { Diagnostic } from "./diagnostics.js";

/** A YAML text read once: its value, and where everything in it stands. */
export interface YamlText {
  value: Json | undefined;
  /** Mistakes in the YAML itself; when there are any, `value` is undefined. */
  mistakes: Diagnostic[];
  /** Where the key or value at a JSON Pointer stands; falls back to the nearest parent. */
  locate: (pointer: string, at?: "key" | "value") => Location;
}

/** Expansions of one alias chain beyond this are taken for an attack. */
const maxAliasCount = 100;
const maxDepth = 100;
/** Keys of one mapping. */
const maxKeys = 2000;

interface Mistake {
  offset: number;
  code: string;
  message: string;
  hint?: string;
}

/** Reads one YAML document (1.2, core schema) whose values JSON can hold. Never throws for what the text holds. */
export function readYaml(text: string, file: string): YamlText {
  const lines = new LineCounter();
  const place = (offset: number): Location => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const refuse = (mistakes: Mistake[]): YamlText => ({
    value: undefined,
    mistakes: mistakes.map(({ offset, code, message, hint = null }) => ({
      ...place(offset),
      severity: "error",
      code,
      message,
      hint,
    })),
    locate: () => ({ file, line: 1, column: 1 }),
  });
  const parsed = parse(text, lines);
  if (!("document" in parsed)) return refuse(parsed.mistakes);
  const { document } = parsed;
  const odd = oddities(document.contents);
  if (odd.length > 0) return refuse(odd);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount });
  } catch (error) {
    return refuse([unexpandable(document.contents, error)]);
  }
  if (value === null || value === undefined) return refuse([empty]);
  if (isTooDeep(value)) return refuse([expandsWithoutEnd(document.contents)]);
  return {
    value: value as Json,
    mistakes: [],
    locate: (pointer, at = "key") => place(offsetAt(document, pointer, at)),
  };
}

const empty: Mistake = { offset: 0, code: "empty", message: "the file is empty, or holds only comments." };

function parse(text: string, lines: LineCounter): { document: Document.Parsed } | { mistakes: Mistake[] } {
  let documents: Document.Parsed[];
  try {
    const read = parseAllDocuments(text, {
      lineCounter: lines,
      prettyErrors: false,
      // The parser compares every key with every other: `oddities` looks for those that stand twice.
      uniqueKeys: false,
      version: "1.2",
    });
    documents = Array.isArray(read) ? (read as Document.Parsed[]) : [];
  } catch (error) {
    return { mistakes: [{ offset: 0, code: "yaml", message: `not valid YAML: ${messageOf(error)}.` }] };
  }
  const [document, second] = documents;
  if (document === undefined) return { mistakes: [empty] };
  const mistakes = withoutEchoes(
    documents.flatMap((one) =>
      [...one.errors, ...one.warnings].map((error) => reword(error.code, error.message, error.pos[0])),
    ),
  );
  if (mistakes.length > 0) return { mistakes };
  if (second === undefined) return { document };
  return {
    mistakes: [
      {
        offset: second.range[0],
        code: "several-documents",
        message: "a second document begins here.",
        hint: "Write one a file.",
      },
    ],
  };
}

function reword(code: string, message: string, offset: number): Mistake {
  if (code === "TAB_AS_INDENT") {
    return {
      offset,
      code: "yaml-tab",
      message: "a tab is used for indentation.",
      hint: "Indent with spaces.",
    };
  }
  return { offset, code: "yaml", message: `not valid YAML: ${lowerFirst(message.replace(/\.$/, ""))}.` };
}

/** A tab breaks everything after it: what the parser says of the rest is noise. */
function withoutEchoes(mistakes: readonly Mistake[]): Mistake[] {
  const tabs = mistakes.filter(({ code }) => code === "yaml-tab");
  return tabs.length > 0 ? tabs : [...mistakes];
}

/** A key that has a text: YAML allows anything at all. */
function isKeyValue(value: unknown): value is string | number | boolean | bigint {
  return ["string", "number", "boolean", "bigint"].includes(typeof value);
}

/** What YAML can say and JSON cannot, and nesting that nobody writes by hand. */
function oddities(root: Node | null): Mistake[] {
  const found: Mistake[] = [];
  const rest: { node: unknown; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { node, depth } = next;
    const offset = (node as Node | null)?.range?.[0] ?? 0;
    if (depth > maxDepth) {
      return [{ offset, code: "too-deep", message: `nested more than ${maxDepth} levels deep.` }];
    }
    if (isMap(node)) {
      if (node.items.length > maxKeys) {
        return [{ offset, code: "too-many-keys", message: `a mapping of more than ${maxKeys} keys.` }];
      }
      const seen = new Set<string>();
      for (const { key, value } of node.items) {
        rest.push({ node: value, depth: depth + 1 });
        if (isScalar(key) && isKeyValue(key.value)) {
          const name = String(key.value);
          if (seen.has(name)) found.push(duplicate(key.source ?? name, key.range?.[0] ?? offset));
          seen.add(name);
          continue;
        }
        const at = (key as Node | null)?.range?.[0] ?? offset;
        found.push({
          offset: at,
          code: "wrong-key",
          message: "a key must be a text.",
          hint: "Put it in quotes.",
        });
      }
    } else if (isSeq(node)) {
      for (const item of node.items) rest.push({ node: item, depth: depth + 1 });
    } else if (isScalar(node) && typeof node.value === "number" && !Number.isFinite(node.value)) {
      found.push({
        offset,
        code: "wrong-value",
        message: `${String(node.source)} is not a number that JSON has.`,
      });
    }
  }
  return found;
}

function duplicate(key: string, offset: number): Mistake {
  return {
    offset,
    code: "duplicate-key",
    message: `the key ${key} stands twice in this mapping.`,
    hint: "Remove or rename one of them.",
  };
}

function unexpandable(root: Node | null, error: unknown): Mistake {
  const message = error instanceof Error ? error.message : String(error);
  const offset = firstAlias(root);
  const unresolved = /Unresolved alias.*: (.+)$/.exec(message)?.[1];
  if (unresolved !== undefined) {
    return {
      offset,
      code: "alias",
      message: `the alias *${unresolved} has no anchor before it.`,
      hint: `Mark the part it repeats with &${unresolved}.`,
    };
  }
  return expandsWithoutEnd(root);
}

function expandsWithoutEnd(root: Node | null): Mistake {
  return {
    offset: firstAlias(root),
    code: "alias",
    message: `aliases expand to more than ${maxAliasCount} copies, or to themselves.`,
    hint: "Write the repeated part out.",
  };
}

/** Only aliases can make a value deeper than its text: a long chain of them, or one that stands in what it repeats. */
function isTooDeep(root: unknown): boolean {
  const rest = [{ value: root, depth: 0 }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const child of Object.values(value) as unknown[]) rest.push({ value: child, depth: depth + 1 });
  }
  return false;
}

function firstAlias(root: unknown): number {
  const offsets: number[] = [];
  const rest: unknown[] = [root];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (isAlias(node)) offsets.push(node.range?.[0] ?? 0);
    else if (isMap(node)) rest.push(...node.items.map((pair) => pair.value ?? null));
    else if (isSeq(node)) rest.push(...node.items);
  }
  return Math.min(...offsets, Number.MAX_SAFE_INTEGER);
}

function offsetAt(document: Document.Parsed, pointer: string, at: "key" | "value"): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  if (pointer === "") return offset;
  for (const escaped of pointer.slice(1).split("/")) {
    const key = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    const target: Node | null | undefined = isAlias(node) ? node.resolve(document) : node;
    if (isMap(target)) {
      const pair = (target.items as Pair<ParsedNode, ParsedNode | null>[]).find(
        (one) => keyText(one.key) === key,
      );
      if (pair === undefined) return offset;
      node = pair.value;
      offset = (at === "value" ? pair.value?.range?.[0] : undefined) ?? pair.key.range[0];
    } else if (isSeq(target)) {
      const item = target.items[Number(key)] as Node | undefined;
      if (item === undefined) return offset;
      node = item;
      offset = item.range?.[0] ?? offset;
    } else {
      return offset;
    }
  }
  return offset;
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function messageOf(error: unknown): string {
  return error instanceof RangeError ? "nested too deeply" : lowerFirst((error as Error).message);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** How a written YAML text is laid out; places are JSON Pointers. */
export interface YamlLayout {
  /** What stands above a key, an item or (`""`) the whole, as lines. */
  comments?: ReadonlyMap<string, string>;
  /** Keys that a blank line parts from what is before them. */
  blankBefore?: ReadonlySet<string>;
}

const flowWidth = 72;

/** Writes a value as YAML 1.2 that `readYaml` reads back as the same value; small mappings and lists stand on one line. */
export function writeYaml(value: Json, { comments = new Map(), blankBefore }: YamlLayout = {}): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  for (const [pointer, comment] of comments) {
    const text = comment.replaceAll(/^(?=.)/gm, " ");
    const node = nearestTo(document, pointer);
    node.commentBefore = [...(node.commentBefore == null ? [] : [node.commentBefore]), text].join("\n");
  }
  for (const pointer of blankBefore ?? []) {
    const node = nodeAt(document, pointer);
    if (node !== null) node.spaceBefore = true;
  }
  visit(document, {
    Collection: (_key, node) => {
      if (isRemarked(node)) return;
      const width = JSON.stringify(node).length;
      if (width <= flowWidth) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** The node of the key, or of the item, at a pointer. */
function nodeAt(document: Document, pointer: string): Node | null {
  const steps = pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop() ?? "";
  const parent = steps.length === 0 ? document.contents : document.getIn(steps, true);
  if (isSeq(parent)) return (parent.items[Number(last)] as Node | undefined) ?? null;
  if (!isMap(parent)) return null;
  const pair = parent.items.find(({ key }) => keyText(key) === last);
  return (pair?.key as Node | undefined) ?? null;
}

/** The node at a pointer; what is not there is remarked upon at the nearest parent. */
function nearestTo(document: Document, pointer: string): Node | Document {
  if (pointer === "") return document;
  return nodeAt(document, pointer) ?? nearestTo(document, pointer.slice(0, pointer.lastIndexOf("/")));
}

function isRemarked(root: Node): boolean {
  let found = false;
  visit(root, {
    Node: (_key, node) => {
      found ||= node !== root && Boolean(node.commentBefore ?? node.spaceBefore);
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}
