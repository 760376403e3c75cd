import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadFlaws } from "../../src/selftest/cast.js";
import type { Matrix } from "../../src/selftest/matrix.js";
import { reportsPage } from "./public-reports/page.js";
import { otherReports } from "./public-reports/waits-and-reads.js";
import { writeReports } from "./public-reports/writes.js";

const classes = [...writeReports, ...otherReports];
const reports = classes.flatMap((one) => one.reports);
const flaws = new Map((await loadFlaws()).map((flaw) => [flaw.id, flaw]));
const file = new URL("../../docs/reference/kill-matrix.json", import.meta.url);
const matrix = JSON.parse(readFileSync(file, "utf8")) as Matrix;

// `npx vitest run test/docs/public-reports.test.ts -u` writes the page anew.
describe("the public reports", () => {
  it("are shown with what catches them", async () => {
    await expect(reportsPage(classes)).toMatchFileSnapshot("../../docs/reference/public-reports.md");
  });

  it("are each named once, and caught by something", () => {
    expect(new Set(reports.map(({ id }) => id)).size).toBe(reports.length);
    expect(reports.filter(({ caught }) => caught.length === 0)).toEqual([]);
    for (const { wentWrong } of reports) expect(wentWrong).toMatch(/^[A-Z].{20,}\.$/);
  });

  it.each(reports)("$id: $source is caught where the table says so", ({ caught }) => {
    for (const { flaw: id, scenario, rule } of caught) {
      const flaw = flaws.get(id);

      // What a flaw names is played by the kill test, each time.
      expect(flaw?.scenarios, id).toContain(scenario);
      expect(flaw?.stoppedBy, id).toContain(rule);
      expect(matrix.flaws[id]?.stopped[scenario], `${id} in ${scenario}`).toContain(rule);
    }
  });
});
