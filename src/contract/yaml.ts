import {
  LineCounter,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Document,
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
  locate(pointer: string, at?: "key" | "value"): Location;
}

/** Expansions of one alias chain beyond this are taken for an attack. */
const maxAliasCount = 100;

/** Reads one YAML document (1.2, core schema). */
export function readYaml(text: string, file: string): YamlText {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    version: "1.2",
  });
  const place = (offset: number): Location => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const mistake = (
    offset: number,
    code: string,
    message: string,
    hint: string | null = null,
  ): Diagnostic => ({
    ...place(offset),
    severity: "error",
    code,
    message,
    hint,
  });
  const start = (): Location => ({ file, line: 1, column: 1 });
  const none = (mistakes: Diagnostic[]): YamlText => ({ value: undefined, mistakes, locate: start });
  if (!Array.isArray(documents) || documents.length === 0) {
    return none([mistake(0, "empty", "the file is empty.")]);
  }
  const mistakes = documents.flatMap((one) =>
    [...one.errors, ...one.warnings].map((error) => {
      const { message, hint } = reword(error.code, error.message);
      return mistake(error.pos[0], error.code === "DUPLICATE_KEY" ? "duplicate-key" : "yaml", message, hint);
    }),
  );
  const second = documents[1];
  if (mistakes.length === 0 && second !== undefined) {
    mistakes.push(
      mistake(
        second.range[0],
        "several-documents",
        "a second document begins here.",
        "Write one contract per file.",
      ),
    );
  }
  if (mistakes.length > 0) return none(mistakes);
  const document = documents[0] as Document.Parsed;
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount });
  } catch (error) {
    const first = firstAlias(document.contents);
    return none([
      mistake(
        first,
        "alias-expansion",
        `anchors and aliases cannot be expanded: ${reworded(error)}.`,
        "Write the repeated part out.",
      ),
    ]);
  }
  if (value === null || value === undefined) {
    return none([mistake(0, "empty", "the file holds nothing but comments.")]);
  }
  return {
    value: value as Json,
    mistakes: [],
    locate: (pointer, at = "key") => place(offsetAt(document, pointer, at)),
  };
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

function firstAlias(node: unknown): number {
  if (isAlias(node)) return node.range?.[0] ?? 0;
  const children = isMap(node)
    ? node.items.flatMap((pair) => [pair.key, pair.value])
    : isSeq(node)
      ? node.items
      : [];
  for (const child of children) {
    const found = firstAlias(child);
    if (found > 0) return found;
  }
  return 0;
}

function reworded(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.startsWith("Excessive alias")
    ? `more than ${maxAliasCount} expansions`
    : lowerFirst(message);
}

function reword(code: string, message: string): { message: string; hint: string | null } {
  if (code === "TAB_AS_INDENT")
    return { message: "a tab is used for indentation.", hint: "Indent with spaces." };
  if (code === "DUPLICATE_KEY") {
    return { message: "this key stands twice in one mapping.", hint: "Remove or rename one of them." };
  }
  return { message: `not valid YAML: ${lowerFirst(message.replace(/\.$/, ""))}.`, hint: null };
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
