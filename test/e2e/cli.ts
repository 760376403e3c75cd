import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The built command, as users run it. */
export const bin = `${root}dist/src/bin.js`;

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built CLI to its end. */
export async function threeworlds(args: readonly string[], cwd = root): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd,
    env: { ...process.env, CI: "true", NO_COLOR: "1" },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
