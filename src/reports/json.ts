import type { ReportFormat } from "./report.js";

const json: ReportFormat = {
  id: "json",
  summary:
    "every result with its violations, for programs; one connector: the report itself, several: { version, reports }",
  extension: "json",
  render({ reports }) {
    const [only] = reports;
    const data = reports.length === 1 && only !== undefined ? only : { version: 1, reports };
    return `${JSON.stringify(data, null, 2)}\n`;
  },
};

export default json;
