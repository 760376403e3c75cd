// Does a verdict ever change when the machine is busy? Plays the careful connectors again and again while every core is
// kept busy, and compares the verdicts with those of the first run.
//
//   npm run soak -- [--runs 100] [--burners N] [--out DIR] [NAMES...]     names of careful connectors; default: all
//
// --out keeps the history of every result that is not a pass, for `threeworlds judge`.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadCast } from "../../dist/src/selftest/cast.js";
import { lineOf } from "../../dist/src/selftest/outcome.js";
import { selftest } from "../../dist/src/selftest/selftest.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    runs: { type: "string", default: "100" },
    burners: { type: "string", default: String(availableParallelism()) },
  },
});
const runs = Number(values.runs);
const burners = Number(values.burners);
if (!(runs >= 1) || !(burners >= 0)) throw new Error("--runs and --burners are numbers");

const { careful } = await loadCast();
const actors = positionals.length === 0 ? careful : careful.filter(({ id }) => positionals.includes(id));
if (actors.length === 0) throw new Error(`there is no careful connector ${positionals.join(", ")}`);

// A burner ends by itself when we are gone, whatever becomes of us.
const burn = `process.stdin.on("end", () => process.exit()).resume();
(function turn() { const until = Date.now() + 50; while (Date.now() < until); setImmediate(turn); })();`;
const burning = Array.from({ length: burners }, () =>
  spawn(process.execPath, ["-e", burn], { stdio: ["pipe", "ignore", "inherit"] }),
);

if (values.out !== undefined) mkdirSync(values.out, { recursive: true });
let run = 0;
function witness({ id }, { operation, scenario, verdict }, history) {
  if (values.out === undefined || verdict === "pass" || verdict === "not-applicable") return;
  const name = [run, id, operation, scenario].join(".").replaceAll("/", ".");
  writeFileSync(join(values.out, `${name}.json`), JSON.stringify(history));
}

const first = new Map();
const changed = [];
const blamed = [];
let scenarios = 0;
let finished = 0;
const started = performance.now();
try {
  for (run = 1; run <= runs; run += 1) {
    const begun = performance.now();
    const options = { full: false, jobs: availableParallelism(), witness };
    for (const { actor, results } of await selftest(actors, options)) {
      for (const result of results) {
        if (result.verdict === "not-applicable") continue;
        scenarios += 1;
        const name = `${actor.id} ${result.operation} ${result.scenario}`;
        const before = first.get(name) ?? result.verdict;
        first.set(name, before);
        if (result.verdict !== before) changed.push(`run ${run}: ${name}: ${before}, now ${lineOf(result)}`);
        else if (result.verdict !== "pass") blamed.push(`run ${run}: ${name}: ${lineOf(result)}`);
      }
    }
    finished = run;
    process.stderr.write(`run ${run} of ${runs}: ${Math.round((performance.now() - begun) / 1000)} s\n`);
  }
} finally {
  for (const one of burning) one.kill();
}

for (const line of [...changed, ...blamed]) console.log(line);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `soak: ${finished} runs of ${actors.length} careful connectors under ${burners} burners, ` +
    `${scenarios.toLocaleString("en")} scenarios in ${seconds} s: ${changed.length} verdicts changed, ${blamed.length} not a pass`,
);
process.exitCode = changed.length + blamed.length === 0 ? 0 : 1;
