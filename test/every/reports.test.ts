import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../src/catalogue.js";
import type { ReportFormat } from "../../src/reports/report.js";
import { sampleRun } from "../reports/sample-run.js";

const formats = [...(await loadCatalogue<ReportFormat>("reports")).values()];

describe.for(formats.map((format) => [format.id, format] as const))("the report %s", ([, format]) => {
  test("tells of every result that is not a plain pass", () => {
    const text = format.render(sampleRun);

    for (const { verdict, scenario } of sampleRun.reports.flatMap(({ results }) => results)) {
      if (verdict !== "pass" && verdict !== "not-applicable") expect(text).toContain(scenario);
    }
    for (const { problem } of sampleRun.reports.flatMap(({ waivers }) => waivers)) {
      if (problem !== null) expect(text).toContain("the waiver of 'crash/twice'");
    }
    expect(text).toContain("honest-failure");
    expect(text).toContain("contracts/tickets.yaml");
  });

  test("passes no control character on that a connector said", () => {
    const text = format.render(sampleRun);

    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/);
  });

  test("is the same text for the same run", () => {
    expect(format.render(sampleRun)).toBe(format.render(structuredCloneOfRun()));
  });
});

function structuredCloneOfRun(): typeof sampleRun {
  return { ...sampleRun, reports: structuredClone(sampleRun.reports) };
}
