import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { receiverCapabilities, type Message } from "../../src/core/protocol.js";
import type { Report } from "../../src/core/verdict.js";
import { readLine } from "../../src/drivers/process/answer.js";
import { root, threeworlds } from "../e2e/cli.js";

// Inside the repository, so that `threeworlds/receiver` is found as it is in a project that installed the package.
const scratchRoot = join(root, ".threeworlds");
mkdirSync(scratchRoot, { recursive: true });
const scratch = mkdtempSync(join(scratchRoot, "receiver-page-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const page = readFileSync(join(root, "docs/receiver.md"), "utf8");

function block(name: string): string {
  const found = page.split(/^```/m).find((part) => part.split("\n", 1)[0]?.split(" ")[1] === name);
  if (found === undefined) throw new Error(`docs/receiver.md has no block '${name}'`);
  return found.slice(found.indexOf("\n") + 1);
}

writeFileSync(join(scratch, "pings.yaml"), block("pings.yaml"));
writeFileSync(join(scratch, "receiver.mjs"), block("receiver.mjs"));

describe("docs/receiver.md", () => {
  test(
    "shows a receiver of less than 70 lines that passes everything on its contract",
    { timeout: 120_000 },
    async () => {
      const ran = await threeworlds(
        ["check", "pings.yaml", "--receiver=node receiver.mjs", "--report=json", "--jobs=2"],
        scratch,
      );
      const { results, summary } = JSON.parse(ran.stdout) as Report;

      expect(results.filter(({ verdict }) => verdict !== "pass" && verdict !== "not-applicable")).toEqual([]);
      expect(summary.pass).toBeGreaterThan(25);
      expect(ran.code).toBe(0);
      expect(block("receiver.mjs").trimEnd().split("\n").length).toBeLessThan(70);
    },
  );

  test("shows messages as the kit sends them, and answers that it takes for answers", () => {
    const asked = new Map<number, Message["command"]>();
    for (const line of block("messages").trim().split("\n")) {
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
    expect([...asked.values()]).toEqual(["open", "applied", "clock", "fault"]);
  });

  test("explains every capability in a row of its own", () => {
    const rows = [...page.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1]);

    expect(rows).toEqual(expect.arrayContaining([...receiverCapabilities]));
  });
});
