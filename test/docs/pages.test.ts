import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { readFaultsFile } from "../../mock-provider/faults-file.js";
import type { Fault } from "../../mock-provider/fault.js";
import { startProvider } from "../../mock-provider/start.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { CliCommand } from "../../src/cli/command.js";
import { lintContract } from "../../src/contract/lint.js";
import { loadContract } from "../../src/contract/load.js";
import type { Contract } from "../../src/contract/model.js";
import { contractSchema } from "../../src/contract/schema.js";
import type { SchemaNode } from "../../src/contract/schema/walk.js";
import { templateNames, templatePrefixes } from "../../src/contract/template-names.js";
import { isObject } from "../../src/core/json.js";
import { retrySafety } from "../../src/contract/retry-safety.js";
import { capabilities, outcomes, type Message } from "../../src/core/protocol.js";
import type { Report } from "../../src/core/verdict.js";
import { readLine } from "../../src/drivers/process/answer.js";
import { parseConfig } from "../../src/run/config.js";
import { defaultTiming } from "../../src/run/timing.js";
import { root, threeworlds } from "../e2e/cli.js";

// Inside the repository, so that `threeworlds/connector` is found as it is in a project that installed the package.
const scratchRoot = join(root, ".threeworlds");
mkdirSync(scratchRoot, { recursive: true });
const scratch = mkdtempSync(join(scratchRoot, "pages-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const pages = {
  connector: readFileSync(join(root, "docs/connector.md"), "utf8"),
  contract: readFileSync(join(root, "docs/contract.md"), "utf8"),
  config: readFileSync(join(root, "docs/config.md"), "utf8"),
};

/** The block whose opening fence carries this name after the language. */
function block(page: keyof typeof pages, name: string): string {
  const found = pages[page].split(/^```/m).find((part) => part.split("\n", 1)[0]?.split(" ")[1] === name);
  if (found === undefined) throw new Error(`docs/${page}.md has no block '${name}'`);
  return found.slice(found.indexOf("\n") + 1);
}

function errorsIn(contract: Contract): string[] {
  return lintContract(contract)
    .filter(({ severity }) => severity === "error")
    .map(({ message }) => message);
}

const small = loadContract(block("contract", "tickets.yaml"), "tickets.yaml");

writeFileSync(join(scratch, "tickets.yaml"), block("contract", "tickets.yaml"));
writeFileSync(join(scratch, "connector.mjs"), block("connector", "connector.mjs"));
writeFileSync(join(scratch, "my_connector.py"), block("connector", "my_connector.py"));
copyFileSync(join(root, "examples/python/connector_protocol.py"), join(scratch, "connector_protocol.py"));

describe("docs/connector.md", () => {
  test("shows a connector of less than 80 lines that passes every scenario of the small contract", async () => {
    const ran = await threeworlds(
      ["check", "tickets.yaml", "--connector=node connector.mjs", "--report=json", "--jobs=2"],
      scratch,
    );
    const { results, summary } = JSON.parse(ran.stdout) as Report;
    const passed = results.filter(({ verdict }) => verdict === "pass").map(({ scenario }) => scenario);

    expect(results.filter(({ verdict }) => verdict === "fail" || verdict === "inconclusive")).toEqual([]);
    expect(summary.pass).toBeGreaterThan(50);
    expect(passed).toEqual(
      expect.arrayContaining([
        "happy-path",
        "crash/after-commit",
        "lost-response/reset",
        "concurrent-twins",
        "conflicting-payload",
      ]),
    );
    expect(block("connector", "connector.mjs").trimEnd().split("\n").length).toBeLessThan(80);
  });

  test("shows a connector in Python that is honest while nothing goes wrong, and has no ledger", async () => {
    const ran = await threeworlds(
      [
        "check",
        "tickets.yaml",
        "--connector=python3 my_connector.py",
        "--scenario=happy-path",
        "--scenario=conflicting-payload",
        "--report=json",
      ],
      scratch,
    );
    const { results } = JSON.parse(ran.stdout) as Report;

    const played = results.filter(({ verdict }) => verdict !== "not-applicable");
    expect(played.map(({ scenario, verdict }) => [scenario, verdict])).toEqual([
      ["conflicting-payload", "fail"],
      ["conflicting-payload/after-restart", "fail"],
      ["happy-path", "pass"],
    ]);
  });

  test("shows messages as the kit sends them, and answers that it takes for answers", () => {
    const lines = block("connector", "messages").trim().split("\n");
    const asked = new Map<number, Message["command"]>();

    for (const line of lines) {
      const text = line.slice(2);
      if (line.startsWith("→")) {
        const message = JSON.parse(text) as Message;
        asked.set(message.id, message.command);
        continue;
      }
      expect(readLine(text, { open: (id) => asked.get(id), ever: (id) => asked.has(id) }).kind).toBe(
        "answer",
      );
    }
    expect([...asked.values()]).toEqual(["open", "perform", "reconcile", "inspect"]);
  });

  test("explains every capability and every outcome word in a row of its own", () => {
    const rows = [...pages.connector.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);

    expect(rows).toEqual(expect.arrayContaining([...capabilities, ...outcomes]));
  });

  test("names the default times", () => {
    for (const [name, ms] of Object.entries(defaultTiming)) {
      expect(pages.connector).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${ms} +\\|`, "m"));
    }
  });
});

describe("docs/contract.md", () => {
  test("explains a contract without errors, whose key is void as the page says", () => {
    const whole = loadContract(block("contract", "whole.yaml"), "whole.yaml");

    expect(errorsIn(whole)).toEqual([]);
    expect(whole.operations.map(retrySafety)).toEqual(["safe-after-lookup"]);
  });

  test("names every key of the language, and every name a template may use", () => {
    const unnamed = [...keysOf(contractSchema as unknown as SchemaNode)].filter(
      (key) => !new RegExp(`[\\s\`{.]${key}\\b`).test(pages.contract),
    );
    const names = [...Object.values(templateNames).flat(), ...templatePrefixes];

    expect(unnamed).toEqual([]);
    expect(names.filter((name) => !pages.contract.includes(`\`${name}`))).toEqual([]);
  });

  test("has an acknowledgement that fits into the small contract", () => {
    const fragment = block("contract", "acknowledgement").trimEnd().replaceAll(/^/gm, "    ");
    const text = small.source.replace(/^ {4}answer:\n(?: {6}.*\n)+/m, `${fragment}\n`);
    const contract = loadContract(text, "tickets.yaml");

    expect(errorsIn(contract)).toEqual([]);
    expect(contract.operations[0]?.answer.outcome?.pending).toEqual(["queued", "running"]);
  });

  test("has tokens that fit into the small contract, whose parts the other page names", async () => {
    const text = small.source.replace(/^credentials: .*$/m, block("contract", "oauth").trimEnd());
    const contract = loadContract(text, "tickets.yaml");
    await using provider = await startProvider(contract, {});

    expect(errorsIn(contract)).toEqual([]);
    const { account: _, ...parts } = provider.credentials.first;
    expect(Object.keys(parts)).toHaveLength(5);
    for (const part of Object.keys(parts)) expect(pages.connector).toContain(`\`${part}\``);
  });

  test("ends with a small contract that is linted and served", async () => {
    await using provider = await startProvider(small, {});
    const token = provider.credentials.first["token"] as string;

    const answer = await fetch(`${provider.baseUrl}/v1/tickets`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
        "Idempotency-Key": "k1",
      },
      body: JSON.stringify({ subject: "Printer on fire", external_id: "order-1" }),
    });

    expect(errorsIn(small)).toEqual([]);
    expect(small.operations.map(retrySafety)).toEqual(["safe-with-key"]);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ id: "tkt_1", subject: "Printer on fire" });
  });
});

describe("docs/config.md", () => {
  test("shows a threeworlds.yaml with every key, that is read as the page says", () => {
    const [connector] = parseConfig(block("config", "threeworlds.yaml"), "/project/threeworlds.yaml");

    expect(connector).toMatchObject({
      contract: "/project/contracts/tickets.yaml",
      directory: "/project",
      patienceMs: 20_000,
      timing: { timeoutMs: 800, retryDelayMs: 50, pollMs: 100, budgetMs: 5000 },
    });
    expect(Object.values(connector ?? {}).every((value) => value !== undefined)).toBe(true);
  });

  test("names every option of check", async () => {
    const check = (await loadCatalogue<CliCommand>("commands")).get("check");
    const program = new Command();
    check?.configure(program);

    const unnamed = program.options
      .map(({ long }) => long ?? "")
      .filter((long) => !pages.config.includes(`\`${long}`));

    expect(program.options.length).toBeGreaterThan(10);
    expect(unnamed).toEqual([]);
  });

  test("shows the fields of the JSON report of one connector, and of several", async () => {
    writeFileSync(
      join(scratch, "two.yaml"),
      `connectors:\n${["one", "two"].map((name) => `  ${name}: { contract: tickets.yaml, command: python3 my_connector.py, scenarios: [conflicting-payload] }\n`).join("")}`,
    );
    const shown = JSON.parse(block("config", "one.json")) as Report;

    const ran = await threeworlds(["check", "--config=two.yaml", "--report=json", "--out=out"], scratch);
    const several = JSON.parse(ran.stdout) as { version: number; reports: Report[] };
    const [report] = several.reports;

    expect(Object.keys(several)).toEqual(["version", "reports"]);
    expect(shapeOf(report)).toEqual(shapeOf(shown));
    expect(report?.results[0]?.history).toBe("histories/one/createTicket.conflicting-payload.json");
    expect(ran.code).toBe(1);
  });

  test("shows faults that can be armed on the small contract", async () => {
    const faults = await loadCatalogue<Fault>("faults");

    const armings = readFaultsFile(block("config", "faults.yaml"), "faults.yaml", {
      faults,
      operations: small.operations.map(({ name }) => name),
    });

    expect(armings.map(({ fault, times }) => [fault, times])).toEqual([
      ["close-connection", 1],
      ["answer-with", Number.POSITIVE_INFINITY],
    ]);
  });
});

/** The keys that a contract may have, but for what the page says is not played yet. */
function* keysOf(schema: SchemaNode): Generator<string> {
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    if (["webhooks", "$schema"].includes(key)) continue;
    yield key;
    yield* keysOf(child);
  }
  for (const branch of schema.anyOf ?? []) yield* keysOf(branch);
  if (schema.items !== undefined) yield* keysOf(schema.items);
  if (isObject(schema.additionalProperties)) yield* keysOf(schema.additionalProperties);
}

/** The names of the fields, of lists those of the first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return "value";
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, shapeOf(child)]));
}
