import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readTextFile } from "../../src/contract/text-file.js";

const folder = mkdtempSync(path.join(tmpdir(), "text-file-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe("readTextFile", () => {
  test("reads a file of the most bytes and refuses one more", async () => {
    expect(await readTextFile(written("within", "a".repeat(1_048_576)), 1_048_576)).toHaveProperty("text");
    expect(await readTextFile(written("beyond", "a".repeat(1_048_577)), 1_048_576)).toEqual({
      code: "too-large",
      message: "the file has 1048577 bytes, and may have 1048576 (1 MiB).",
    });
  });

  test("does not count a byte order mark, nor give it on", async () => {
    expect(await readTextFile(written("marked", "\uFEFFabc"), 3)).toEqual({ text: "abc" });
    expect(await readTextFile(written("marked-beyond", "\uFEFFabcd"), 3)).toMatchObject({
      code: "too-large",
    });
  });

  test("refuses what is not UTF-8", async () => {
    expect(await readTextFile(written("latin1", Buffer.from([0x61, 0xe9])), 10)).toEqual({
      code: "not-utf8",
      message: "the file is not UTF-8 text. Save it as UTF-8.",
    });
  });

  test("says that there is none", async () => {
    for (const missing of ["none", "within/none"]) {
      expect(await readTextFile(path.join(folder, missing), 10)).toEqual({
        code: "absent",
        message: "cannot be read: there is no such file.",
      });
    }
  });

  test("refuses a folder, a pipe that nobody writes to, and a device without end", async () => {
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);

    expect(await readTextFile(folder, 10)).toMatchObject({ message: "cannot be read: it is a folder." });
    expect(await readTextFile(pipe, 10)).toEqual({
      code: "not-a-file",
      message: "cannot be read: it is a pipe. Write what it gives to a file first.",
    });
    expect(await readTextFile("/dev/zero", 10)).toEqual({
      code: "not-a-file",
      message: "cannot be read: it is a device or socket. Write what it gives to a file first.",
    });
  });

  test.runIf(process.platform === "linux")(
    "counts what a file of the kernel gives, which says it is empty",
    async () => {
      expect(await readTextFile("/proc/self/status", 10)).toEqual({
        code: "too-large",
        message: expect.stringContaining("the file has more than 10 bytes") as string,
      });
      expect(await readTextFile("/proc/self/status", 100_000)).toHaveProperty("text");
    },
  );
});
