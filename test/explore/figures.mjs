/**
 * Explores every careful and every flawed connector and writes down what came of it:
 * `npm run explore:figures [-- --only id,id --runs N --jobs N --out FILE]`. Needs dist/ (npm run build). What is in the file already
 * about others is kept, so that it can be done in pieces; `test/docs/exploration.test.ts -u` makes the page of it.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import stdio from "../../dist/src/drivers/stdio.js";
import { explore } from "../../dist/src/explore/explore.js";
import { loadCast } from "../../dist/src/selftest/cast.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    runs: { type: "string" },
    jobs: { type: "string", default: "4" },
    out: { type: "string", default: join(root, "docs/reference/exploration.json") },
  },
});
const seed = 1;
const runsOf = { careful: 500, flawed: 1500 };

const cast = await loadCast();
const only = options.only?.split(",");
const scratch = mkdtempSync(join(tmpdir(), "threeworlds-figures-"));
try {
  for (const kind of ["flawed", "careful"]) {
    for (const actor of cast[kind]) {
      if (only !== undefined && !only.includes(kind) && !only.includes(actor.id)) continue;
      const row = await figuresOf(actor, Number(options.runs ?? runsOf[kind]));
      keep(kind, row);
      console.error(JSON.stringify(row));
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exit();

async function figuresOf({ id, contract, flaw, command }, runs) {
  const file = join(scratch, `${contract.id}.json`);
  writeFileSync(file, JSON.stringify(contract));
  const { tallies, found } = await explore({
    contract,
    command: command ?? `'${process.execPath}' test/connectors/careful.mjs`,
    name: id,
    driver: stdio,
    workingDirectory: root,
    environment: {
      PYTHONDONTWRITEBYTECODE: "1",
      THREEWORLDS_CONTRACT: file,
      ...(flaw === null ? {} : { THREEWORLDS_FLAW: flaw.id }),
    },
    operations: [],
    scenarios: [],
    payloads: {},
    timing: flaw?.timing ?? {},
    patienceMs: flaw?.patienceMs ?? 10_000,
    seed,
    jobs: Number(options.jobs),
    runs,
    timeMs: null,
  });
  const sum = (of) => tallies.reduce((total, tally) => total + of(tally), 0);
  return {
    id,
    contract: contract.id,
    mistake: flaw?.mistake ?? null,
    scenarios: sum(({ pairs, random }) => pairs.played + random),
    conclusive: sum(({ conclusive }) => conclusive),
    found: found && {
      // What was explored before it for other operations counts, too.
      after: sum(({ pairs, random }) => pairs.played + random) - lastOf(tallies) + found.number,
      rule: found.rule,
      drawnSteps: found.drawnSteps.length,
      steps: found.steps,
      tries: found.tries,
      reproduced: found.reproduced,
    },
  };
}

function lastOf(tallies) {
  const { pairs, random } = tallies.at(-1);
  return pairs.played + random;
}

function keep(kind, row) {
  let figures = { seed, careful: [], flawed: [] };
  try {
    figures = JSON.parse(readFileSync(options.out, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const others = figures[kind].filter(({ id }) => id !== row.id);
  figures[kind] = [...others, row].sort((a, b) => (a.id < b.id ? -1 : 1));
  writeFileSync(options.out, `${JSON.stringify(figures, null, 1)}\n`);
}
