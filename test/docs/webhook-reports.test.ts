import { describe, expect, it } from "vitest";
import { loadFlaws } from "../receivers/theatre.js";
import { table } from "./public-reports/page.js";
import { webhookReports } from "./public-reports/webhooks.js";

const reports = webhookReports.flatMap((one) => one.reports);
const flaws = new Map((await loadFlaws()).map((flaw) => [flaw.id, flaw]));

// `npx vitest run test/docs/webhook-reports.test.ts -u` writes the pages anew.
describe("the public reports about webhooks", () => {
  it.each(reports)("$id: $source is caught where the table says so", ({ caught, wentWrong }) => {
    expect(wentWrong).toMatch(/^[A-Z].{20,}\.$/);
    expect(caught.length).toBeGreaterThan(0);
    for (const { flaw: id, scenario, rule } of caught) {
      // What a flaw names is played by test/every/receivers.test.ts, each time.
      expect(flaws.get(id)?.scenarios, id).toContain(scenario);
      expect(flaws.get(id)?.stoppedBy, id).toContain(rule);
    }
  });

  it("are shown with what catches them", async () => {
    const blocks = [
      "# Public bug reports about webhooks",
      `These ${reports.length} bugs of receivers were reported in public. For each there is a receiver that makes the mistake, a scenario in which it shows, ` +
        "and a rule that names it. Those of clients are on [a page of their own](public-reports.md).",
      ...webhookReports.flatMap(({ letter, title, reports: mine }) => [
        `## ${letter}. ${title}`,
        table(mine),
      ]),
    ];

    await expect(`${blocks.join("\n\n")}\n`).toMatchFileSnapshot(
      "../../docs/reference/public-reports-webhooks.md",
    );
  });
});

describe("the receivers with one mistake", () => {
  it("are shown with what stops them", async () => {
    const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");
    const rows = [...flaws.values()].map(
      ({ id, mistake, contract, stoppedBy, scenarios }) =>
        `| \`${id}\` | ${mistake} | ${contract} | ${code(stoppedBy)} | ${code(scenarios)} |`,
    );
    const blocks = [
      "# Receivers with one mistake",
      `Each of these ${flaws.size} receivers of webhooks is careful but for one mistake, and a test sees every one of them stopped by the rule and in the scenarios beside it. ` +
        "The careful ones (six contracts, and five ways of being careful on them) are blamed by nothing.",
      [
        "| receiver | what it does wrong | contract | rule | scenarios |",
        "| --- | --- | --- | --- | --- |",
        ...rows,
      ].join("\n"),
    ];

    await expect(`${blocks.join("\n\n")}\n`).toMatchFileSnapshot("../../docs/reference/receiver-flaws.md");
  });
});
