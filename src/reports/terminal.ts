import pc from "picocolors";
import type { Report, Result, Violation } from "../core/verdict.js";
import { headlineOf } from "./headline.js";
import { printable, shorten } from "../core/printable.js";
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
    paint.bold(printable(`${report.provider} — ${report.connector}`)),
    paint.dim(printable(`contract ${report.contract}, seed ${report.seed}`)),
    "",
  ];
  const headline = headlineOf(report);
  if (headline !== null) {
    lines.push(...headline.sentences.map((sentence) => paint.yellow(printable(sentence))), "");
  }
  const failed = report.results.filter(({ verdict }) => verdict === "fail");
  const drawn = mostTelling(run, report, failed);
  for (const result of drawn) lines.push(...renderFailure(run, report, result, paint), "");
  const listed = failed.filter((result) => !drawn.includes(result));
  const [example] = listed;
  if (example !== undefined) {
    lines.push(paint.bold("Failed too (repeat one to see its timeline):"));
    for (const alike of together(listed, worstRule)) lines.push(renderListed(alike, paint));
    lines.push(paint.dim(`  e.g. ${printable(run.repeat(report, example))}`), "");
  }
  const inconclusive = report.results.filter(
    (result) => result.verdict === "inconclusive" && headline?.explains(result) !== true,
  );
  if (inconclusive.length > 0) {
    lines.push(paint.bold("Inconclusive (not exercised, so not passed):"));
    for (const alike of together(inconclusive, ({ reason }) => reason ?? "")) {
      const reason = printable(alike[0]?.reason ?? "");
      lines.push(`  ${paint.yellow("?")} ${namesOf(alike)}  ${paint.dim(reason)}`);
    }
    lines.push("");
  }
  lines.push(...renderWaived(report, paint), ...renderWaivers(report, paint));
  lines.push(summaryLine(report, paint), "");
  return lines.join("\n");
}

/** Results of one scenario, in all its variants and for all operations, that say the same. */
function together(results: readonly Result[], says: (result: Result) => string): Result[][] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const name = `${result.scenario.split("/")[0]}\n${says(result)}`;
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  return [...groups.values()];
}

/**
 * One failure for each of the worst rules that most scenarios broke, the simplest exchange of each: three timelines that
 * differ teach more than thirty alike.
 */
function mostTelling(run: Run, report: Report, failed: readonly Result[]): Result[] {
  const length = (result: Result): number => run.historyOf(report, result)?.entries.length ?? 0;
  const byRule = new Map<string, Result[]>();
  for (const result of failed)
    byRule.set(worstRule(result), [...(byRule.get(worstRule(result)) ?? []), result]);
  return [...byRule.values()]
    .sort((a, b) => b.length - a.length)
    .slice(0, drawnInFull)
    .flatMap((alike) => alike.toSorted((a, b) => length(a) - length(b)).slice(0, 1));
}

function worstRule(result: Result): string {
  return result.violations[0]?.rule ?? "";
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
    paint.dim(`  repeat: ${printable(run.repeat(report, result))}`),
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
    `    ${paint.dim(printable(`contract ${violation.contract.file}:${violation.contract.line}`))}`,
    `    ${printable(violation.advice)}`,
  ];
}

function renderListed(alike: readonly Result[], paint: Paint): string {
  const violations = alike[0]?.violations ?? [];
  const more = violations.length > 1 ? paint.dim(` (+${violations.length - 1})`) : "";
  const message = shorten(printable(violations[0]?.message ?? ""), listedLength);
  return `  ${paint.red("✗")} ${namesOf(alike)}  ${violations[0]?.rule ?? ""}: ${message}${more}`;
}

/** What fails and is tolerated for now. */
function renderWaived(report: Report, paint: Paint): string[] {
  const waived = report.results.filter(({ verdict }) => verdict === "waived");
  if (waived.length === 0) return [];
  const told = (result: Result): string => `${worstRule(result)}\n${result.reason ?? ""}`;
  return [
    paint.bold("Waived (it fails, and is tolerated for now):"),
    ...together(waived, told).map((alike) => {
      const rule = alike[0] === undefined ? "" : worstRule(alike[0]);
      const reason = printable(alike[0]?.reason ?? "");
      return `  ${paint.yellow("~")} ${namesOf(alike)}  ${rule === "" ? "" : `${rule}: `}${paint.dim(reason)}`;
    }),
    "",
  ];
}

/** Waivers that have to be looked at: each of them fails the run. */
function renderWaivers(report: Report, paint: Paint): string[] {
  const problems = report.waivers.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  if (problems.length === 0) return [];
  return [
    paint.bold("Waivers that fail the run:"),
    ...problems.map((problem) => `  ${paint.red("✗")} ${printable(problem)}`),
    "",
  ];
}

/** `crash/after-commit, /twice (createRefund)`: a variant after the first goes without its scenario. */
function namesOf(alike: readonly Result[]): string {
  const [first = "", ...others] = [...new Set(alike.map(({ scenario }) => scenario))];
  const operations = [...new Set(alike.map(({ operation }) => operation))];
  const variants = others.map((scenario) => scenario.slice(scenario.indexOf("/")));
  return `${[first, ...variants].join(", ")} (${operations.join(", ")})`;
}

function nameOf(result: Result): string {
  return `${result.operation} · ${result.scenario}`;
}

function summaryLine(report: Report, paint: Paint): string {
  const { pass, fail, inconclusive, notApplicable, waived } = report.summary;
  const badWaivers = report.waivers.filter(({ problem }) => problem !== null).length;
  const parts = [
    paint.green(`${pass} passed`),
    fail > 0 ? paint.red(`${fail} failed`) : "0 failed",
    inconclusive > 0 ? paint.yellow(`${inconclusive} inconclusive`) : "0 inconclusive",
    `${notApplicable} not applicable`,
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...(badWaivers > 0 ? [paint.red(`${badWaivers} waiver${badWaivers === 1 ? "" : "s"} to mend`)] : []),
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
