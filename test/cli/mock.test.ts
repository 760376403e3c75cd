import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Entry } from "../../src/core/history.js";
import type { JsonObject } from "../../src/core/json.js";
import { requestText, RawClient } from "../mock-provider/raw-client.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
  bin: { threeworlds: string };
};
/** As `npm run build` makes it. */
const cli = join(root, manifest.bin.threeworlds);
const contract = "test/contracts/keyed.yaml";
const run = promisify(execFile);

interface Told {
  baseUrl: string;
  controlUrl: string;
  controlToken: string;
  credentials: { first: JsonObject; second: JsonObject };
  try: string;
}

let directory: string;
const children = new Set<ChildProcess>();

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "threeworlds-mock-"));
});

afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
  await rm(directory, { recursive: true });
});

function spawnMock(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [cli, "mock", contract, ...args], { cwd: root });
  children.add(child);
  return child;
}

async function firstLines(child: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  if (child.stdout === null) return lines;
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

async function startMock(...args: string[]): Promise<{ child: ChildProcess; told: Told }> {
  const child = spawnMock("--json", ...args);
  const [line] = await firstLines(child, 1);
  return { child, told: JSON.parse(line ?? "null") as Told };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<{ code: unknown; ms: number }> {
  const from = performance.now();
  const exit = once(child, "exit");
  child.kill(signal);
  const [code] = (await exit) as unknown[];
  return { code, ms: performance.now() - from };
}

async function refused(...args: string[]): Promise<{ code: unknown; stderr: string; stdout: string }> {
  const child = spawnMock(...args);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (text: Buffer) => (stdout += text.toString()));
  child.stderr?.on("data", (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(child, "close")) as unknown[];
  return { code, stderr, stdout };
}

async function curl(line: string): Promise<string> {
  const { stdout } = await run("sh", ["-c", line.replace(/^curl /, "curl -s ")]);
  return stdout;
}

describe("mock", () => {
  it("prints where it listens, the token, both accounts and a line to try, and ends on SIGTERM", async () => {
    const child = spawnMock("--control-token", "a-token-of-mine");
    const lines = await firstLines(child, 7);

    expect(lines.map((line) => line.slice(0, 12).trim())).toEqual([
      "provider",
      "base url",
      "control",
      "token",
      "account 1",
      "account 2",
      "try",
    ]);
    expect(lines[0]).toContain("Keyed Tickets");
    expect(lines[3]).toBe("token       a-token-of-mine");
    const end = await ended(child, "SIGTERM");
    expect(end.code).toBe(0);
    expect(end.ms).toBeLessThan(1000);
  });

  it("prints a curl line that makes an effect", async () => {
    const { told } = await startMock();
    const answer = await curl(told.try);
    const effects = await fetch(`${told.controlUrl}/effects`, {
      headers: { Authorization: `Bearer ${told.controlToken}` },
    }).then((response) => response.json() as Promise<unknown[]>);

    expect(answer).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
    expect(answer).toContain('"external_id":"order-42"');
    expect(effects).toHaveLength(1);
  });

  it("ends on Ctrl-C in under a second though requests are pending", async () => {
    const file = join(directory, "faults.yaml");
    await writeFile(file, "- { fault: stall, at: received, on: { nth: every }, times: untilDisarmed }\n");
    const { child, told } = await startMock("--faults", file);
    const port = Number(new URL(told.baseUrl).port);
    const request = requestText(
      "POST",
      "/v1/tickets",
      { Authorization: `Bearer ${told.credentials.first["token"] as string}`, "Idempotency-Key": "k" },
      { subject: "s", external_id: "e" },
    );
    const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.open(port)));
    const pending = clients.map((client) => client.exchange(request));
    await waitForEntries(
      told,
      (entries) => entries.filter(({ kind }) => kind === "fault-fired").length === 20,
    );

    const end = await ended(child, "SIGINT");
    const seen = await Promise.all(pending);

    expect(end.code).toBe(0);
    expect(end.ms).toBeLessThan(1000);
    expect(seen.every(({ text }) => text === "")).toBe(true);
  });

  it("arms the faults of a file before the first request", async () => {
    const file = join(directory, "faults.json");
    await writeFile(file, `[{ "fault": "answer-with", "at": "received", "options": { "status": 503 } }]`);
    const { told } = await startMock("--faults", file);

    expect(await curl(told.try)).toMatch(/^HTTP\/1\.1 503 /);
    expect(await curl(told.try)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it("refuses a faults file with all that is wrong, each with its place", async () => {
    const file = join(directory, "faults.yaml");
    await writeFile(file, "- { fault: stal, at: received }\n- { fault: stall, at: sent }\n");
    const { code, stderr, stdout } = await refused("--faults", file);

    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`${file}:1:12: error: unknown fault 'stal'. Did you mean 'stall'?`);
    expect(stderr).toContain(`${file}:2:23: error: arming, 'at': expected one of connect, `);
  });

  it("appends the journal to a file as JSON Lines", async () => {
    const file = join(directory, "journal.jsonl");
    await writeFile(file, '{"earlier":true}\n');
    const { child, told } = await startMock("--journal", file);
    await curl(told.try);
    await ended(child, "SIGTERM");
    const [earlier, ...lines] = (await readFile(file, "utf8")).trimEnd().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as Entry);

    expect(earlier).toBe('{"earlier":true}');
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["request-received", "effect-committed", "request-answered"]),
    );
  });

  it("says so when a port is taken", async () => {
    const { told } = await startMock();
    const port = new URL(told.baseUrl).port;
    const controlPort = new URL(told.controlUrl).port;

    const provider = await refused("--port", port);
    const control = await refused("--control-port", controlPort);

    expect(provider).toMatchObject({ code: 2, stdout: "" });
    expect(provider.stderr).toContain(`port ${port}`);
    expect(control).toMatchObject({ code: 2, stdout: "" });
    expect(control.stderr).toBe(
      `control port ${controlPort}: expected a free port, got one that is in use. Choose another with --control-port.\n`,
    );
  });

  it.each([
    [["--port", "80000"], "--port: expected a whole number up to 65535, got '80000'.\n"],
    [["--keep", "many"], "--keep: expected a whole number up to 10000000, got 'many'.\n"],
    [
      ["--control-token", "short"],
      "--control-token: expected at least 8 printable characters without spaces.\n",
    ],
    [
      ["--faults", "no-such-file.yaml"],
      "--faults: ENOENT: no such file or directory, open 'no-such-file.yaml'\n",
    ],
    [
      ["--journal", "no-such-folder/j"],
      "--journal: ENOENT: no such file or directory, open 'no-such-folder/j'\n",
    ],
  ])("refuses %j", async (args, message) => {
    expect(await refused(...args)).toEqual({ code: 2, stdout: "", stderr: message });
  });
});

async function waitForEntries(told: Told, fits: (entries: Entry[]) => boolean): Promise<void> {
  const abort = new AbortController();
  const response = await fetch(`${told.controlUrl}/journal/stream`, {
    headers: { Authorization: `Bearer ${told.controlToken}` },
    signal: abort.signal,
  });
  const entries: Entry[] = [];
  let rest = "";
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + Buffer.from(chunk).toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) entries.push(JSON.parse(line) as Entry);
    if (fits(entries)) break;
  }
  abort.abort();
}
