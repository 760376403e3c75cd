import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Report } from "../../src/core/verdict.js";
import { root, threeworlds } from "../e2e/cli.js";
import { contracts } from "../receivers/theatre.js";

const folder = mkdtempSync(join(tmpdir(), "threeworlds-receiver-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const payments = contracts.get("payments");
writeFileSync(join(folder, "contract.json"), JSON.stringify(payments));
writeFileSync(
  join(folder, "threeworlds.yaml"),
  `receivers:
  forgetful:
    contract: ${join(root, "test/receivers/contracts/payments.yaml")}
    command: node ${join(root, "test/receivers/careful.mjs")}
    environment:
      THREEWORLDS_CONTRACT: ${join(folder, "contract.json")}
      THREEWORLDS_FLAW: dedupe-in-memory
    scenarios: [redelivery]
`,
);

describe("a check of a receiver", () => {
  test(
    "says what failed, draws the exchange and stores a history that is judged alike",
    { timeout: 60_000 },
    async () => {
      const ran = await threeworlds(
        ["check", "--out=out", "--report=terminal", "--report=json=out/r.json"],
        folder,
      );
      const report = JSON.parse(readFileSync(join(folder, "out/r.json"), "utf8")) as Report;
      const failed = report.results.filter(({ verdict }) => verdict === "fail");

      expect(ran.code).toBe(1);
      expect(failed.map(({ operation, scenario }) => [operation, scenario])).toEqual([
        ["webhooks", "redelivery/after-restart"],
      ]);
      expect(failed[0]?.violations[0]?.message).toMatch(
        /^2 effects of evt_\w+ \(payment\.received, of acme\) after 2 deliveries: expected 1\.$/,
      );
      expect(ran.stdout).toContain("FAIL webhooks · redelivery/after-restart");
      expect(ran.stdout).toMatch(/──▶ 2 POST A of acme, attempt 1\n/);
      expect(ran.stdout).toContain(
        "repeat: npx threeworlds check forgetful --scenario redelivery/after-restart",
      );
      const history = readFileSync(join(folder, "out", failed[0]?.history ?? ""), "utf8");
      expect(history).not.toMatch(/whsec_[A-Za-z0-9]/);

      const judged = await threeworlds(["judge", "out/histories"], folder);
      expect(judged.code).toBe(1);
      expect(judged.stdout).toContain("applied-once: 2 effects of evt_");
      expect(judged.stdout).toMatch(/\d pass, 1 fail\n$/);
    },
  );

  test("plans without playing, and says what does not apply", { timeout: 60_000 }, async () => {
    const ran = await threeworlds([
      "check",
      "examples/receivers/counter/counter.yaml",
      "--receiver=python3 examples/receivers/counter/server.py",
      "--scenario=batch",
      "--dry-run",
    ]);

    expect(ran.stdout).toContain(
      "  webhooks  batch/whole  (not applicable: each event travels alone (`batch: none`))\n",
    );
    expect(ran.code).toBe(0);
  });

  test(
    "refuses a contract without webhooks, and a receiver that does not say where it listens",
    { timeout: 60_000 },
    async () => {
      const none = await threeworlds(["check", "test/contracts/keyed.yaml", "--receiver=true"]);
      writeFileSync(
        join(folder, "mute.mjs"),
        `process.stdin.once("data", () => console.log('{"id":1,"protocol":1}'));`,
      );
      const mute = await threeworlds([
        "check",
        "examples/receivers/counter/counter.yaml",
        `--receiver=node ${join(folder, "mute.mjs")}`,
      ]);

      expect(none.stderr).toBe(
        "test/contracts/keyed.yaml: expected `webhooks`, for a receiver takes them, got a contract without.\n",
      );
      expect(none.code).toBe(2);
      const both = await threeworlds([
        "check",
        "test/contracts/keyed.yaml",
        "--receiver=true",
        "--connector=true",
      ]);
      expect([both.code, both.stderr]).toEqual([
        2,
        "expected one of --connector and --receiver, got both. A check has one direction.\n",
      ]);
      expect(mute.stderr).toContain(
        `expected a "port" in its answer to 'open', got none. Bind a free port (THREEWORLDS_PORT is 0) and say which.`,
      );
      expect(mute.code).toBe(2);
    },
  );
});
