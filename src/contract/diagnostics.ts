import type { Location } from "./model.js";

export type Severity = "error" | "warning" | "note";

/** One finding in a file, with its place. */
export interface Diagnostic extends Location {
  severity: Severity;
  /** Stable, e.g. `unknown-key`. */
  code: string;
  /** What is wrong; a full sentence, lower case since it follows the place. */
  message: string;
  /** What to do; null when the message says it. */
  hint: string | null;
}

/** A finding before its place in the text is known. */
export interface Problem {
  /** JSON Pointer into the short document, or into the document as written when `raw`. */
  pointer: string;
  raw?: boolean;
  /** Whether the key or the value there is to blame; default `value`. */
  at?: "key" | "value";
  severity?: Severity;
  code: string;
  message: string;
  hint?: string;
}

/** In file order; at one place, errors first. */
export function inFileOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank: Record<Severity, number> = { error: 0, warning: 1, note: 2 };
  return [...diagnostics].sort(
    (a, b) =>
      a.line - b.line ||
      a.column - b.column ||
      rank[a.severity] - rank[b.severity] ||
      (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
}

const shownWidth = 160;

/** One finding for people: where, what, what to do, and the line with a caret. */
export function formatDiagnostic(diagnostic: Diagnostic, source: string): string {
  const { file, line, column, severity, code, message, hint } = diagnostic;
  const head = plain(
    `${file}:${line}:${column}: ${severity}: ${message}${hint === null ? "" : ` ${hint}`} [${code}]`,
  );
  const text = source.split("\n")[line - 1];
  if (text === undefined || text.trim() === "") return head;
  const from = column > shownWidth ? column - Math.floor(shownWidth / 2) : 1;
  const shown = text.slice(from - 1, from - 1 + shownWidth).trimEnd();
  const gutter = String(line).padStart(5);
  return `${head}\n${gutter} | ${plain(shown)}\n${" ".repeat(gutter.length)} | ${" ".repeat(Math.max(0, column - from))}^`;
}

/** Several findings of one file, in file order; beyond `most` it is said how many more there are. */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  source: string,
  most = Number.POSITIVE_INFINITY,
): string {
  const lines = inFileOrder(diagnostics)
    .slice(0, most)
    .map((diagnostic) => formatDiagnostic(diagnostic, source));
  const left = diagnostics.length - lines.length;
  return [...lines, ...(left > 0 ? [`and ${left} more.`] : [])].join("\n");
}

/** Control characters, which a terminal would obey, as blanks. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ");
}
