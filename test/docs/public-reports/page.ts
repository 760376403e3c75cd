import type { PublicReport, ReportClass } from "./report.js";

/** The reports as a page, in Markdown. */
export function reportsPage(classes: readonly ReportClass[]): string {
  const reports = classes.flatMap((one) => one.reports);
  const blocks = [
    "# Public bug reports",
    `These ${reports.length} bugs of clients were reported in public. For each there is a connector that makes the mistake, a scenario in which it shows, ` +
      "and a rule that names it: the kit would have stopped it. A test plays every line of this page, which is made from the same list. " +
      "[The kill matrix](kill-matrix.md) has all mistakes, reported or not.",
    "The letters are ours. Bugs of receivers of webhooks, of servers and of mock servers are other classes, and not on this page.",
    ...classes.flatMap(({ letter, title, reports: mine }) => [`## ${letter}. ${title}`, table(mine)]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Reports as a table, in Markdown. */
export function table(reports: readonly PublicReport[]): string {
  const rows = reports.map((report) => {
    const left = report.leftOut === undefined ? "" : ` *Not played:* ${report.leftOut}`;
    const caught = report.caught
      .map(({ flaw, scenario, rule }) => `\`${flaw}\` in \`${scenario}\`: \`${rule}\``)
      .join("<br>");
    return `| ${report.id} | ${sources(report)} | ${report.wentWrong}${left} | ${caught} |`;
  });
  return [
    "| | reported | what went wrong | connector that does it, scenario, rule |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

function sources({ source, also = [] }: PublicReport): string {
  const links = also.map((one, index) => `[${index + 2}](${address(one)})`);
  return [`[${label(source)}](${address(source)})`, ...links].join(" ");
}

function label(source: string): string {
  return source.startsWith("https://") ? new URL(source).hostname : source;
}

/** GitHub leads from an issue's address to the pull request of that number. */
function address(source: string): string {
  if (source.startsWith("https://")) return source;
  const [repository, number] = source.split("#");
  return `https://github.com/${repository ?? ""}/issues/${number ?? ""}`;
}
