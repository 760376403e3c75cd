import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { prepareFile, prepareFolder, writeWhole } from "../../src/run/file-target.js";

const folder = mkdtempSync(join(tmpdir(), "threeworlds-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "file"), "old");

describe("prepareFolder", () => {
  test("makes it, and leaves nothing in it", async () => {
    await prepareFolder("--out", join(folder, "a/b"));

    expect(readdirSync(join(folder, "a/b"))).toEqual([]);
  });

  test("names what is in the way", async () => {
    await expect(prepareFolder("--out", join(folder, "file/b"))).rejects.toThrow(
      `--out ${join(folder, "file/b")}: expected a folder that can be written, got ENOTDIR`,
    );
    await expect(prepareFolder("--out", "")).rejects.toThrow("--out: expected a folder, got an empty text.");
    await expect(prepareFolder("--out", "/proc/1/fd")).rejects.toThrow(
      "--out /proc/1/fd: expected a folder that",
    );
  });
});

describe("prepareFile", () => {
  test("makes its folder and leaves the file as it is", async () => {
    await prepareFile("--report", join(folder, "new/report.json"));
    await prepareFile("--report", join(folder, "file"));
    await prepareFile("--report", "/dev/null");

    expect(readdirSync(join(folder, "new"))).toEqual([]);
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("old");
  });

  test("refuses a folder, a pipe that nobody reads, and no name", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);

    await expect(prepareFile("--report json=x", folder)).rejects.toThrow(
      "--report json=x: expected a file that can be written, got a folder.",
    );
    await expect(prepareFile("--report json=x", pipe)).rejects.toThrow("got a pipe, socket or disk.");
    await expect(prepareFile("--report json", "")).rejects.toThrow(
      "--report json: expected a file, got an empty text.",
    );
  });
});

describe("writeWhole", () => {
  test("replaces the file and leaves no draft", async () => {
    const file = join(folder, "whole/report.json");
    mkdirSync(join(folder, "whole"));
    writeFileSync(file, "old");

    await writeWhole(file, "new");

    expect(readFileSync(file, "utf8")).toBe("new");
    expect(readdirSync(join(folder, "whole"))).toEqual(["report.json"]);
  });

  test("leaves no draft when it cannot replace it", async () => {
    await expect(writeWhole(join(folder, "whole/none/report.json"), "new")).rejects.toThrow("ENOENT");

    expect(readdirSync(join(folder, "whole"))).toEqual(["report.json"]);
  });

  test("writes to a device in place", async () => {
    await writeWhole("/dev/null", "gone");

    expect(readFileSync("/dev/null", "utf8")).toBe("");
  });
});
