import pc from "picocolors";
import type { Report, Result, Violation } from "../core/verdict.js";
import { printable, shorten } from "./printable.js";
import type { ReportFormat, Run } from "./report.js";
import { timeline, type TimelineLine } from "./timeline.js";

/** Failures drawn in full; the others are listed, each with its rule. */
const drawnInFull = 3;

/** Characters of a message in the list. */
const listedLength = 160;

type Paint = ReturnType<typeof pc.createColors>;

const terminal: ReportFormat = {
  id: "terminal",
  summary: "for people: what failed with its timeline, rule, contract line and the command that repeats it",
  extension: "txt",
  render(run) {
    const paint = pc.createColors(run.colour);
    return run.reports.map((report) => renderOne(run, report, paint)).join("\n");
  },
};

export default terminal;

function renderOne(run: Run, report: Report, paint: Paint): string {
  const lines = [
    "",
    paint.bold(`${report.provider} — ${report.connector}`),
    paint.dim(`contract ${report.contract}, seed ${report.seed}`),
    "",
  ];
  const failed = report.results.filter(({ verdict }) => verdict === "fail");
  const drawn = mostTelling(failed);
  for (const result of drawn) lines.push(...renderFailure(run, report, result, paint), "");
  const listed = failed.filter((result) => !drawn.includes(result));
  if (listed.length > 0) {
    lines.push(paint.bold("Failed too (repeat one to see its timeline):"));
    for (const result of listed) lines.push(...renderListed(result, paint));
    const [example] = listed;
    if (example !== undefined) lines.push(paint.dim(`  e.g. ${run.repeat(report, example)}`), "");
  }
  const inconclusive = report.results.filter(({ verdict }) => verdict === "inconclusive");
  if (inconclusive.length > 0) {
    lines.push(paint.bold("Inconclusive (not exercised, so not passed):"));
    for (const result of inconclusive)
      lines.push(`  ${paint.yellow("?")} ${nameOf(result)}  ${paint.dim(printable(result.reason ?? ""))}`);
    lines.push("");
  }
  lines.push(summaryLine(report, paint), "");
  return lines.join("\n");
}

/** One failure for each worst rule, the first ones in full: three timelines that differ teach more than thirty alike. */
function mostTelling(failed: readonly Result[]): Result[] {
  const byRule = new Map<string, Result>();
  for (const result of failed) {
    const rule = result.violations[0]?.rule ?? "";
    if (!byRule.has(rule)) byRule.set(rule, result);
  }
  return [...byRule.values()].slice(0, drawnInFull);
}

function renderFailure(run: Run, report: Report, result: Result, paint: Paint): string[] {
  const history = run.historyOf(report, result);
  const cited = new Set(result.violations.flatMap(({ entries }) => entries));
  return [
    `${paint.red(paint.bold("FAIL"))} ${paint.bold(nameOf(result))}`,
    ...(result.reason === null ? [] : [`  ${paint.yellow(printable(result.reason))}`]),
    "",
    ...(history === undefined ? [] : timeline(history).map((line) => renderLine(line, cited, paint))),
    "",
    ...result.violations.flatMap((violation) => renderViolation(violation, paint)),
    paint.dim(`  repeat: ${run.repeat(report, result)}`),
  ];
}

const columns: Record<TimelineLine["side"], string> = {
  connector: "",
  request: "   ──▶ ",
  provider: "         ",
  answer: "   ◀── ",
  kit: "~ ",
};

function renderLine(line: TimelineLine, cited: ReadonlySet<number>, paint: Paint): string {
  const mark = cited.has(line.seq) ? paint.red("▸") : " ";
  const tones = {
    plain: (text: string) => text,
    good: paint.green,
    bad: paint.red,
    unknown: paint.yellow,
  };
  const text = line.side === "kit" ? paint.dim(line.text) : tones[line.tone](line.text);
  return ` ${mark} ${paint.dim(since(line.atMs).padStart(9))}  ${columns[line.side]}${text}`;
}

function renderViolation(violation: Violation, paint: Paint): string[] {
  return [
    `  ${paint.red(paint.bold(violation.rule))}  ${printable(violation.message)}`,
    `    ${paint.dim(`contract ${violation.contract.file}:${violation.contract.line}`)}`,
    `    ${printable(violation.advice)}`,
  ];
}

function renderListed(result: Result, paint: Paint): string[] {
  const [worst] = result.violations;
  const more = result.violations.length > 1 ? paint.dim(` (+${result.violations.length - 1})`) : "";
  const message = shorten(printable(worst?.message ?? ""), listedLength);
  return [`  ${paint.red("✗")} ${nameOf(result)}  ${worst?.rule ?? ""}: ${message}${more}`];
}

function nameOf(result: Result): string {
  return `${result.operation} · ${result.scenario}`;
}

function summaryLine(report: Report, paint: Paint): string {
  const { pass, fail, inconclusive, notApplicable, waived } = report.summary;
  const parts = [
    paint.green(`${pass} passed`),
    fail > 0 ? paint.red(`${fail} failed`) : "0 failed",
    inconclusive > 0 ? paint.yellow(`${inconclusive} inconclusive`) : "0 inconclusive",
    `${notApplicable} not applicable`,
    ...(waived > 0 ? [`${waived} waived`] : []),
  ];
  return `${parts.join(", ")} in ${(report.durationMs / 1000).toFixed(1)} s`;
}

/** Milliseconds since the start, short. */
function since(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`;
  if (ms < 3_600_000) return `${(ms / 60_000).toFixed(1)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
