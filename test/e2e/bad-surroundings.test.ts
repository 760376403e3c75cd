import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { bin, root, threeworlds } from "./cli.js";

const scratch = mkdtempSync(join(tmpdir(), "threeworlds-test-"));
const file = join(scratch, "a-file");
writeFileSync(file, "");
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const check = [
  "check",
  join(root, "examples/python/tickets.yaml"),
  "--scenario=happy-path",
  `--connector=python3 ${join(root, "examples/python/careful.py")}`,
];

describe("bad surroundings", () => {
  test("a folder for histories that cannot be made ends with exit 2 and says so", async () => {
    const { code, stderr } = await threeworlds([...check, "--out", join(file, "below")]);

    expect(code).toBe(2);
    expect(stderr).toContain(
      `--out ${join(file, "below")}: expected a folder that can be written, got ENOTDIR`,
    );
    expect(stderr).not.toContain("    at ");
  });

  test("a missing directory for temporary files is named", () => {
    const { status, stderr } = spawnSync(process.execPath, [bin, ...check], {
      env: { ...process.env, TMPDIR: join(scratch, "nowhere") },
      encoding: "utf8",
    });

    expect(status).toBe(2);
    expect(stderr).toContain(
      "nowhere: expected a directory for temporary files that can be written, got ENOENT",
    );
    expect(stderr).toContain("Set TMPDIR to one.");
  });

  test("an empty command is refused", async () => {
    const { code, stderr } = await threeworlds([...check.slice(0, 3), "--connector="]);

    expect(code).toBe(2);
    expect(stderr).toContain("could not be started");
    expect(stderr).not.toContain("    at ");
  });

  test("a temporary directory may be named from where one is", () => {
    mkdirSync(join(scratch, "relative"));
    const { status, stderr } = spawnSync(process.execPath, [bin, ...check], {
      cwd: scratch,
      env: { ...process.env, TMPDIR: "relative" },
      encoding: "utf8",
    });

    expect(stderr).not.toContain("    at ");
    expect(status).toBe(0);
    expect(readdirSync(join(scratch, "relative"))).toEqual([]);
  });

  test.runIf(process.platform === "linux").for(["1>/dev/full", "1>/dev/full 2>/dev/full"])(
    "a full disk under the output ends with exit 2 and no stack: %s",
    (where) => {
      const { status, stderr } = spawnSync(
        "sh",
        ["-c", `'${process.execPath}' '${bin}' lint contracts ${where}`],
        {
          cwd: root,
          encoding: "utf8",
        },
      );

      expect(status).toBe(2);
      expect(stderr).not.toContain("    at ");
      if (!where.includes("2>")) expect(stderr).toContain("Standard output cannot be written: ENOSPC");
    },
  );

  test("a folder that is gone is said", () => {
    const gone = join(scratch, "gone");
    mkdirSync(gone);
    const script = `cd '${gone}' && rmdir '${gone}' && '${process.execPath}' '${bin}' check`;
    const { status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });

    expect(status).toBe(2);
    expect(stderr).toBe("The folder this was started in is gone. Change to one that exists.\n");
  });

  test("a reader that goes away early is no failure", () => {
    const { stderr } = spawnSync("sh", ["-c", `'${process.execPath}' '${bin}' lint contracts | head -1`], {
      cwd: root,
      encoding: "utf8",
    });

    expect(stderr).toBe("");
  });
});
