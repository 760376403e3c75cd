/**
 * Measures what the kit costs: `npm run bench [-- --json --requests N --seconds N --only rate,memory,check,explore,help]`.
 * The figures depend on the machine; read the ratios. Needs dist/ (npm run build).
 */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { load } from "./load.mjs";
import { cli, rootPath, servers } from "./servers.mjs";

const run = promisify(execFile);
const connections = 16;
const rounds = 3;
const warmUpRequests = 10_000;

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    requests: { type: "string", default: "1000000" },
    seconds: { type: "string", default: "3" },
    only: { type: "string", default: "rate,memory,check,explore,help" },
  },
});
const parts = {
  rate: measureRate,
  memory: measureMemory,
  check: measureCheck,
  explore: measureExplore,
  help: measureHelp,
};

const figures = { machine: `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}` };
for (const part of options.only.split(",")) {
  if (!options.json) console.error(`measuring ${part} …`);
  figures[part] = await parts[part]();
}
console.log(options.json ? JSON.stringify(figures) : table(figures));

function refund(token) {
  return (number) => {
    const body = `payment_intent=pi_${number}&amount=100&metadata[order_id]=order-${number}`;
    return (
      `POST /v1/refunds HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nIdempotency-Key: bench-${process.pid}-${number}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    );
  };
}

/**
 * Requests per second; the servers take turns so that a noisy moment hits all of them. The CPU time of the server per
 * request says the same on a machine that is busy with other things.
 */
async function measureRate() {
  const seconds = Number(options.seconds);
  const names = Object.keys(servers);
  const rates = Object.fromEntries(names.map((name) => [name, []]));
  const costs = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const server = await servers[name]();
      const request = refund(server.token);
      let offset = 0;
      const burst = async (more) => {
        const done = await load({
          port: server.port,
          connections,
          request: (number) => request(offset + number),
          status: 200,
          more,
        });
        offset += done.sent;
        return done;
      };
      await burst(({ sent }) => sent < warmUpRequests);
      const cpuBefore = await cpuMicros(server.pid);
      const until = performance.now() + seconds * 1000;
      const done = await burst(() => performance.now() < until);
      costs[name].push(((await cpuMicros(server.pid)) - cpuBefore) / done.answered);
      rates[name].push(Math.round(done.answered / done.seconds));
      await server.end();
    }
  }
  const perSecond = Object.fromEntries(names.map((name) => [name, median(rates[name])]));
  const cpuMicrosEach = Object.fromEntries(names.map((name) => [name, round1(median(costs[name]))]));
  const share = (part, whole) => Number((part / whole).toFixed(2));
  return {
    perSecond,
    rounds: rates,
    mockToKoa: share(perSecond.mock, perSecond.koa),
    mockToNode: share(perSecond.mock, perSecond["node:http"]),
    cpuMicrosEach,
    cpuKoaToMock: share(cpuMicrosEach.koa, cpuMicrosEach.mock),
    connections,
  };
}

/** CPU time that a process has used, in microseconds; NaN where the system does not tell. */
async function cpuMicros(pid) {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "latin1");
    const [user, system] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13);
    // In ticks of 10 ms on Linux.
    return (Number(user) + Number(system)) * 10_000;
  } catch {
    return Number.NaN;
  }
}

/** Resident memory of the mock while it takes many requests, MB. */
async function measureMemory() {
  const total = Number(options.requests);
  const server = await servers.mock();
  const request = refund(server.token);
  const rss = [{ requests: 0, mb: await residentMb(server.pid) }];
  const pieces = 8;
  const { seconds } = await timed(async () => {
    for (let piece = 1; piece <= pieces; piece += 1) {
      const from = Math.floor((total * (piece - 1)) / pieces);
      const size = Math.floor((total * piece) / pieces) - from;
      await load({
        port: server.port,
        connections,
        request: (number) => request(from + number),
        status: 200,
        more: ({ sent }) => sent < size,
      });
      rss.push({ requests: from + size, mb: await residentMb(server.pid) });
    }
  });
  await server.end();
  const at = (piece) => rss[piece].mb;
  return {
    requests: total,
    seconds: round1(seconds),
    startMb: at(0),
    quarterMb: at(2),
    halfMb: at(4),
    endMb: at(8),
    samples: rss,
  };
}

/** Seconds for the whole check of the careful example. */
async function measureCheck() {
  const directory = await mkdtemp(join(tmpdir(), "threeworlds-bench-"));
  const report = join(directory, "report.json");
  try {
    const { seconds, value: code } = await timed(
      () =>
        new Promise((resolve) => {
          const args = [cli, "check", "stripe-careful", "--report", `json=${report}`];
          spawn(process.execPath, args, { cwd: rootPath, stdio: "ignore" }).once("exit", resolve);
        }),
    );
    const { results } = JSON.parse(await readFile(report, "utf8"));
    const played = results.filter(({ verdict }) => verdict !== "not-applicable").length;
    return { seconds: round1(seconds), exitCode: code, scenarios: results.length, played };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Generated scenarios per second on the careful connector, over stdio and in threads of the kit; in turns, as above. */
async function measureExplore() {
  const { explore } = await import("../../dist/src/explore/explore.js");
  const { loadCast } = await import("../../dist/src/selftest/cast.js");
  const { Theatre } = await import("../../dist/src/selftest/play.js");
  const { careful } = await loadCast();
  const actor = careful.find(({ id }) => id === "keyed");
  const theatre = new Theatre();
  const rates = { stdio: [], worker: [] };
  // A thread has no folder of its own.
  process.chdir(rootPath);
  for (let round = 0; round < rounds; round += 1) {
    for (const id of Object.keys(rates)) {
      const { default: driver } = await import(`../../dist/src/drivers/${id}.js`);
      const request = { ...theatre.requestFor(actor, [], 4), driver, only: ["createTicket"] };
      const { seconds, value } = await timed(() => explore({ ...request, runs: 120, timeMs: null }));
      const played = value.tallies.reduce((sum, { pairs, random }) => sum + pairs.played + random, 0);
      rates[id].push(played / seconds);
    }
  }
  await theatre[Symbol.asyncDispose]();
  const perSecond = { stdio: round1(median(rates.stdio)), worker: round1(median(rates.worker)) };
  return { perSecond, workerToStdio: round1(perSecond.worker / perSecond.stdio) };
}

/** Milliseconds of `--help`, beside a Node process that does nothing. */
async function measureHelp() {
  const help = [];
  const nothing = [];
  for (let turn = 0; turn < 11; turn += 1) {
    help.push((await timed(() => run(process.execPath, [cli, "--help"]))).seconds * 1000);
    nothing.push((await timed(() => run(process.execPath, ["-e", "0"]))).seconds * 1000);
  }
  return { helpMs: Math.round(median(help)), emptyNodeMs: Math.round(median(nothing)) };
}

async function residentMb(pid) {
  const { stdout } = await run("ps", ["-o", "rss=", "-p", String(pid)]);
  return Math.round(Number(stdout) / 1024);
}

async function timed(work) {
  const from = performance.now();
  const value = await work();
  return { seconds: (performance.now() - from) / 1000, value };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function round1(value) {
  return Math.round(value * 10) / 10;
}

function table({ machine, rate, memory, check, explore, help }) {
  const lines = [machine, ""];
  const row = (name, value) => lines.push(`${name.padEnd(46)} ${value}`);
  if (rate) {
    for (const [name, value] of Object.entries(rate.perSecond)) {
      row(`requests/s, ${name}${name === "mock" ? " createRefund" : ""} (median of ${rounds})`, value);
    }
    row("mock : bare koa", rate.mockToKoa);
    row("mock : bare node:http", rate.mockToNode);
    const each = Object.entries(rate.cpuMicrosEach).map(([name, micros]) => `${name} ${micros}`);
    row("CPU µs per request", each.join(", "));
    row("mock : bare koa by CPU time", rate.cpuKoaToMock);
  }
  if (memory) {
    const { startMb, quarterMb, halfMb, endMb } = memory;
    row(
      `mock's memory over ${memory.requests} requests, MB`,
      `${startMb} → ${quarterMb} → ${halfMb} → ${endMb}`,
    );
    row("  (start → quarter → half → end), taken in", `${memory.seconds} s`);
  }
  if (check) {
    row("check stripe-careful", `${check.seconds} s, exit ${check.exitCode}`);
    row("  scenarios (played)", `${check.scenarios} (${check.played})`);
  }
  if (explore) {
    const { stdio, worker } = explore.perSecond;
    row("explored scenarios/s, stdio, worker (ratio)", `${stdio}, ${worker} (${explore.workerToStdio})`);
  }
  if (help) row("--help (an empty Node process)", `${help.helpMs} ms (${help.emptyNodeMs} ms)`);
  return lines.join("\n");
}
