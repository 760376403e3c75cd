import type { History, ReceiverHistory } from "../core/history.js";
import type { Report, Result } from "../core/verdict.js";

/** One run as reports see it: results of one or several connectors, and the histories they rest on. */
export interface Run {
  reports: Report[];
  /** The history of a result; undefined when it was not played. */
  historyOf(report: Report, result: Result): History | ReceiverHistory | undefined;
  /** The command that repeats just this result. */
  repeat(report: Report, result: Result): string;
  colour: boolean;
}

/** A file in this folder default-exports one; its `id` is the file name. Same run, same text. */
export interface ReportFormat {
  id: string;
  summary: string;
  /** Of a file it is written to, without the dot. */
  extension: string;
  render(run: Run): string;
}
