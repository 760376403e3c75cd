import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

  test("a reader that goes away early is no failure", () => {
    const { stderr } = spawnSync("sh", ["-c", `'${process.execPath}' '${bin}' lint contracts | head -1`], {
      cwd: root,
      encoding: "utf8",
    });

    expect(stderr).toBe("");
  });
});
