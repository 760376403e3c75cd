import { formatDiagnostics, type Diagnostic, type Severity } from "../../contract/diagnostics.js";
import type { Contract } from "../../contract/model.js";
import { retrySafety } from "../../contract/retry-safety.js";

/** One file with what was found in it. */
export interface LintedFile {
  file: string;
  text: string;
  /** null when the file is not a valid contract. */
  contract: Contract | null;
  diagnostics: Diagnostic[];
}

/** How findings are printed, by the name `--format` takes. */
export const formats: Record<string, (files: readonly LintedFile[]) => string> = {
  text,
  json,
  sarif,
  github,
};

function text(files: readonly LintedFile[]): string {
  const parts = files.map(({ file, text: source, contract, diagnostics }) => {
    const findings = diagnostics.length === 0 ? [] : [formatDiagnostics(diagnostics, source)];
    const safety = (contract?.operations ?? [])
      .filter(({ nature }) => nature !== "reads")
      .map((operation) => `${file}: ${operation.name}: ${retrySafety(operation)}`);
    return [...findings, ...safety].join("\n");
  });
  const { error, warning, note } = totals(files);
  const sum = `${counted(files.length, "file")}: ${counted(error, "error")}, ${counted(warning, "warning")}, ${counted(note, "note")}`;
  return `${[...parts.filter((part) => part !== ""), sum].join("\n\n")}\n`;
}

function json(files: readonly LintedFile[]): string {
  const { error, warning, note } = totals(files);
  const report = {
    version: 1,
    files: files.map(({ file, contract, diagnostics }) => ({
      file,
      valid: contract !== null,
      operations: (contract?.operations ?? []).map((operation) => ({
        name: operation.name,
        nature: operation.nature,
        retrySafety: retrySafety(operation),
      })),
      diagnostics,
    })),
    summary: { errors: error, warnings: warning, notes: note },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function sarif(files: readonly LintedFile[]): string {
  const found = files.flatMap(({ diagnostics }) => diagnostics);
  const codes = [...new Set(found.map(({ code }) => code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "threeworlds lint", rules: codes.map((id) => ({ id })) } },
        results: found.map((one) => ({
          ruleId: one.code,
          ruleIndex: codes.indexOf(one.code),
          level: one.severity,
          message: { text: sentence(one) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(one.file.replaceAll("\\", "/")) },
                region: { startLine: one.line, startColumn: one.column },
              },
            },
          ],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const githubLevels: Record<Severity, string> = { error: "error", warning: "warning", note: "notice" };

function github(files: readonly LintedFile[]): string {
  return files
    .flatMap(({ diagnostics }) => diagnostics)
    .map((one) => {
      const place = `file=${property(one.file)},line=${one.line},col=${one.column},title=${property(one.code)}`;
      return `::${githubLevels[one.severity]} ${place}::${data(sentence(one))}\n`;
    })
    .join("");
}

function data(value: string): string {
  return value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(value: string): string {
  return data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function sentence({ message, hint }: Diagnostic): string {
  return hint === null ? message : `${message} ${hint}`;
}

function totals(files: readonly LintedFile[]): Record<Severity, number> {
  const sums: Record<Severity, number> = { error: 0, warning: 0, note: 0 };
  for (const { severity } of files.flatMap(({ diagnostics }) => diagnostics)) sums[severity] += 1;
  return sums;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
