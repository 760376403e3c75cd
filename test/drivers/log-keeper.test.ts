import { describe, expect, test } from "vitest";
import type { RunnerEntry } from "../../src/core/history.js";
import { LogKeeper } from "../../src/drivers/process/log-keeper.js";
import { logged } from "./launching.js";

function keeper(): { log: LogKeeper; texts: () => string[] } {
  const entries: RunnerEntry[] = [];
  const log = new LogKeeper(1, "stderr", (entry) => void entries.push(entry));
  return { log, texts: () => logged(entries, "stderr") };
}

describe("LogKeeper", () => {
  test("keeps short output whole and adds nothing", () => {
    const { log, texts } = keeper();

    for (const line of ["one", "", "three"]) log.add(line);
    log.end();

    expect(texts()).toEqual(["one", "", "three"]);
  });

  test("shortens a long line and says by how much", () => {
    const { log, texts } = keeper();

    log.add("x".repeat(5000));

    expect(texts()).toEqual([`${"x".repeat(4096)}… (904 more characters cut)`]);
  });

  test("keeps the first 200 lines, then only the count and the last ten", () => {
    const { log, texts } = keeper();

    for (let line = 1; line <= 1000; line += 1) log.add(`line ${line}`);
    log.end();

    expect(texts()).toHaveLength(201);
    expect(texts()[199]).toBe("line 200");
    const last = Array.from({ length: 10 }, (_, index) => `line ${991 + index}`).join("\n");
    expect(texts()[200]).toBe(`… 800 more lines (6401 characters) were not kept; the last of them:\n${last}`);
  });

  test("keeps a history small however long the lines are", () => {
    const { log, texts } = keeper();

    for (let line = 1; line <= 1000; line += 1) log.add("x".repeat(100_000));
    log.end();

    expect(texts().join("").length).toBeLessThan(150_000);
  });

  test("has the last lines at hand for messages", () => {
    const { log } = keeper();

    for (let line = 1; line <= 12; line += 1) log.add(line === 12 ? "y".repeat(600) : `line ${line}`);

    expect(log.tail()).toHaveLength(10);
    expect(log.tail()[0]).toBe("line 3");
    expect(log.tail()[9]).toBe(`${"y".repeat(500)}… (100 more characters cut)`);
  });
});
