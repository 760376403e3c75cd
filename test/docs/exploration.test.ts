import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Step } from "../../src/core/scenario.js";
import { stepInWords } from "../../src/docs/step-words.js";
import { loadCast } from "../../src/selftest/cast.js";

interface Row {
  id: string;
  contract: string;
  mistake: string | null;
  scenarios: number;
  conclusive: number;
  found: { after: number; rule: string; drawnSteps: number; steps: Step[]; reproduced: boolean } | null;
}

const file = new URL("../../docs/reference/exploration.json", import.meta.url);
const figures = JSON.parse(readFileSync(file, "utf8")) as { seed: number; careful: Row[]; flawed: Row[] };
const { careful, flawed } = await loadCast();

describe("the figures of exploration", () => {
  test("are about connectors that there are", () => {
    const known = [...careful, ...flawed].map(({ id }) => id);

    const gone = [...figures.careful, ...figures.flawed].filter(({ id }) => !known.includes(id));

    expect(gone.map(({ id }) => id)).toEqual([]);
  });

  test("blame no careful connector", () => {
    expect(figures.careful.filter(({ found }) => found !== null).map(({ id }) => id)).toEqual([]);
  });

  test("show what was found in five steps or fewer", () => {
    const long = figures.flawed.filter(({ found }) => found !== null && found.steps.length > 5);

    expect(long.map(({ id }) => id)).toEqual([]);
  });

  test("are the page", async () => {
    await expect(page()).toMatchFileSnapshot("../../docs/reference/exploration.md");
  });
});

function page(): string {
  const found = figures.flawed.filter((row) => row.found !== null);
  const missing = (rows: readonly Row[], all: readonly { id: string }[]): string[] =>
    all.flatMap(({ id }) => (rows.some((row) => row.id === id) ? [] : [id]));
  const unexplored = [...missing(figures.careful, careful), ...missing(figures.flawed, flawed)];
  return [
    "# What exploration finds",
    "",
    `\`npm run explore:figures\` plays generated scenarios (seed ${figures.seed}) on every careful connector and on every connector with one`,
    "mistake of `test/connectors/`. This page is made of what it wrote down.",
    "",
    `Careful connectors: ${figures.careful.length} explored, ${figures.careful.filter((row) => row.found !== null).length} blamed.`,
    `Connectors with a mistake: ${figures.flawed.length} explored, ${found.length} found.`,
    ...(unexplored.length === 0
      ? []
      : [`Not explored yet: ${unexplored.length} of ${careful.length + flawed.length}.`]),
    "",
    "## Careful connectors",
    "",
    "| connector | contract | scenarios | conclusive | failing |",
    "|---|---|---|---|---|",
    ...figures.careful.map(
      ({ id, contract, scenarios, conclusive, found: failing }) =>
        `| ${id} | ${contract} | ${scenarios} | ${conclusive} | ${failing === null ? 0 : 1} |`,
    ),
    "",
    "## Connectors with one mistake",
    "",
    "| connector | mistake | found after | rule | steps drawn | steps shown | the smallest scenario |",
    "|---|---|---|---|---|---|---|",
    ...figures.flawed.map(({ id, mistake, scenarios, found: failing }) =>
      failing === null
        ? `| ${id} | ${mistake} | not in ${scenarios} | | | | |`
        : `| ${id} | ${mistake} | ${failing.after} | ${failing.rule} | ${failing.drawnSteps} | ${failing.steps.length} | ${failing.steps.map(stepInWords).join("; ")} |`,
    ),
    "",
  ].join("\n");
}
