import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KitError } from "../../src/core/errors.js";
import { parseConfig, readConfig, readWholeConfig } from "../../src/run/config.js";

function messageOf(text: string): string {
  try {
    parseConfig(text, "threeworlds.yaml");
  } catch (error) {
    if (error instanceof KitError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("threeworlds.yaml", () => {
  test("names connectors, with paths taken from its own folder", () => {
    const [connector] = parseConfig(
      `
connectors:
  payments:
    contract: contracts/stripe.yaml
    command: node adapter.mjs
    directory: services/payments
    operations: [createRefund]
    environment: { LOG: debug }
    patience: 20s
    timing: { timeout: 1s, budget: 5s }
    payloads: { createRefund: { amount: 5 } }
`,
      "/project/threeworlds.yaml",
    );

    expect(connector).toMatchObject({
      name: "payments",
      contract: "/project/contracts/stripe.yaml",
      command: "node adapter.mjs",
      driver: "stdio",
      directory: "/project/services/payments",
      environment: { LOG: "debug" },
      operations: ["createRefund"],
      scenarios: [],
      payloads: { createRefund: { amount: 5 } },
      patienceMs: 20_000,
      timing: { timeoutMs: 1000, budgetMs: 5000 },
      waivers: [],
    });
  });

  test("names receivers beside connectors, or alone", async () => {
    const folder = mkdtempSync(join(tmpdir(), "threeworlds-test-"));
    const path = join(folder, "threeworlds.yaml");
    writeFileSync(
      path,
      "receivers:\n  hooks: { contract: a.yaml, command: x, scenarios: [crash], patience: 5s }\n  more: { contract: b.yaml, command: y }\n",
    );

    const { connectors, receivers } = await readWholeConfig(path, ["hooks"]);
    rmSync(folder, { recursive: true });

    expect(connectors).toEqual([]);
    expect(receivers).toEqual([
      {
        name: "hooks",
        contract: join(folder, "a.yaml"),
        command: "x",
        driver: "stdio",
        directory: folder,
        environment: {},
        scenarios: ["crash"],
        patienceMs: 5000,
        waivers: [],
      },
    ]);
    expect(messageOf("receivers:\n  hooks: { contract: a.yaml, command: x, operations: [a] }")).toContain(
      "operations",
    );
  });

  test("holds waivers, each with the line it stands in", () => {
    const [connector] = parseConfig(
      `connectors:
  a:
    contract: a.yaml
    command: x
    waivers:
      - { check: lost-response, reason: ticket 4711, until: 2027-01-31 }
      - { check: crash/twice, operation: createTicket, rule: one-effect, reason: r, until: "2028-02-29" }
`,
      "threeworlds.yaml",
    );

    expect(connector?.waivers).toEqual([
      {
        check: "lost-response",
        operation: null,
        rule: null,
        reason: "ticket 4711",
        until: "2027-01-31",
        file: "threeworlds.yaml",
        line: 6,
      },
      {
        check: "crash/twice",
        operation: "createTicket",
        rule: "one-effect",
        reason: "r",
        until: "2028-02-29",
        file: "threeworlds.yaml",
        line: 7,
      },
    ]);
  });

  test.for([
    ["{ check: a, until: 2027-01-31 }", "reason: expected why it is tolerated, a text, got nothing."],
    [
      '{ check: a, reason: " ", until: 2027-01-31 }',
      "reason: expected why it is tolerated, a text, got ' '.",
    ],
    [
      "{ check: a, reason: b }",
      "until: expected the last day on which it is tolerated, such as 2027-01-31, got nothing.",
    ],
    ["{ check: a, reason: b, until: 2027-02-29 }", "such as 2027-01-31, got '2027-02-29'."],
    ["{ check: a, reason: b, until: soon }", "such as 2027-01-31, got 'soon'."],
    ["{ chek: a, reason: b, until: 2027-01-31 }", "got 'chek'. Did you mean 'check'?"],
  ] as const)("refuses the waiver %s", ([text, words]) => {
    const message = messageOf(
      `connectors:\n  a:\n    contract: a.yaml\n    command: x\n    waivers:\n      - ${text}\n`,
    );

    expect(message).toContain("threeworlds.yaml:6:");
    expect(message).toContain(words);
  });

  test("has at most twenty mistakes told, and how many more there are", () => {
    const keys = (count: number): string =>
      messageOf(
        `connectors:\n  a:\n    contract: a.yaml\n    command: x\n${Array.from({ length: count }, (_, at) => `    odd${at}: 1\n`).join("")}`,
      );

    expect(keys(20)).not.toContain("more.");
    expect(keys(21).match(/: error: /g)).toHaveLength(20);
    expect(keys(21)).toMatch(/\nand 1 more\.$/);
  });

  test("is a text of at most 1 MiB", async () => {
    const folder = mkdtempSync(join(tmpdir(), "threeworlds-test-"));
    const path = join(folder, "threeworlds.yaml");
    const start = "connectors: { a: { contract: a.yaml, command: x } }\n#";
    writeFileSync(path, start.padEnd(1024 * 1024, "-"));

    await expect(readConfig(path, [])).resolves.toHaveLength(1);

    writeFileSync(path, start.padEnd(1024 * 1024 + 1, "-"));
    await expect(readConfig(path, [])).rejects.toThrow(
      `${path}: the file has 1048577 bytes, and may have 1048576 (1 MiB).`,
    );
    writeFileSync(path, Buffer.from([0xff]));
    await expect(readConfig(path, [])).rejects.toThrow(
      `${path}: the file is not UTF-8 text. Save it as UTF-8.`,
    );
    await expect(readConfig("/dev/zero", [])).rejects.toThrow(
      "/dev/zero: cannot be read: it is a device or socket.",
    );
    rmSync(folder, { recursive: true });
  });

  test.for([
    ["patience: 24d", "accepted"],
    [
      "patience: 25d",
      "threeworlds.yaml:5:5: error: /connectors/a/patience: expected a duration above 0 and of at most 24d, got '25d'.",
    ],
    ["patience: 0s", "expected a duration above 0 and of at most 24d, got '0s'."],
    [
      "timing: { budget: 90000d }",
      "/connectors/a/timing/budget: expected a duration above 0 and of at most 24d, got '90000d'.",
    ],
  ] as const)("waits no longer than timers count: %s", ([text, words]) => {
    expect(messageOf(`connectors:\n  a:\n    contract: a.yaml\n    command: x\n    ${text}\n`)).toContain(
      words,
    );
  });

  test("lists at least one connector", () => {
    expect(messageOf("connectors: {}\n")).toBe(
      "threeworlds.yaml:1: expected at least one connector, got none. Name one, with its `contract` and `command`.",
    );
  });

  test("says where an unknown key stands and what was meant", () => {
    const message = messageOf(`connectors:\n  payments:\n    contract: a.yaml\n    comand: node a.mjs\n`);

    expect(message).toContain("threeworlds.yaml:4:5: error:");
    expect(message).toContain("'comand'");
    expect(message).toContain("Did you mean 'command'?");
  });

  test("reports every mistake at once", () => {
    const message = messageOf(
      `connectors:\n  a:\n    contract: 5\n    command: x\n    patience: soon\n  b:\n    command: y\n`,
    );

    expect(message.match(/: error: /g)).toHaveLength(3);
  });

  test("refuses a connector that is not in it, with a suggestion", async () => {
    const path = new URL("../../threeworlds.yaml", import.meta.url).pathname;

    await expect(readConfig(path, ["stripe-carefull"])).rejects.toThrow(
      "expected the name of a connector in it, got 'stripe-carefull'. Did you mean 'stripe-careful'?",
    );
  });

  test("says what to do when there is no such file", async () => {
    await expect(readConfig("nowhere/threeworlds.yaml", [])).rejects.toThrow(
      "nowhere/threeworlds.yaml: expected a file that lists your connectors, got none. Write one, or say what to check: threeworlds check CONTRACT --connector CMD",
    );
  });
});
