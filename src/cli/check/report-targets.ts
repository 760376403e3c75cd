import { loadCatalogue } from "../../catalogue.js";
import { expectedGot, KitError, messageOf } from "../../core/errors.js";
import { suggest } from "../../core/suggest.js";
import type { ReportFormat, Run } from "../../reports/report.js";
import { prepareFile, writeWhole } from "../../run/file-target.js";

/** A report that was asked for. */
export interface ReportTarget {
  format: ReportFormat;
  /** Null: stdout. */
  file: string | null;
}

/** What `--report` was given. Throws KitError for an unknown format, or a file that cannot be written. */
export async function readReportTargets(asked: readonly string[]): Promise<ReportTarget[]> {
  const formats = await loadCatalogue<ReportFormat>("reports");
  const targets = asked.map((text): ReportTarget => {
    const [id = "", ...rest] = text.split("=");
    const format = formats.get(id);
    if (format === undefined) {
      throw new KitError(
        "usage",
        `--report: ${expectedGot("a known report", `'${id}'`)}.${suggest(id, [...formats.keys()])}`,
      );
    }
    return { format, file: rest.length === 0 ? null : rest.join("=") };
  });
  for (const { format, file } of targets) {
    if (file !== null) await prepareFile(`--report ${format.id}=${file}`, file);
  }
  return targets;
}

/** Writes every report that was asked for. Throws KitError("file") where one cannot be written. */
export async function writeReports(targets: readonly ReportTarget[], run: Run): Promise<void> {
  for (const { format, file } of targets) {
    if (file === null) {
      process.stdout.write(format.render(run));
      continue;
    }
    try {
      await writeWhole(file, format.render({ ...run, colour: false }));
    } catch (error) {
      const cause = messageOf(error);
      throw new KitError(
        "file",
        `--report ${format.id}=${file}: ${expectedGot("a file that can be written", cause)}.`,
        {
          cause: error,
        },
      );
    }
  }
}
