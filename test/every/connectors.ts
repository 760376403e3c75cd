import { mkdtempSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readContract } from "../../src/contract/load.js";
import type { Contract } from "../../src/contract/model.js";
import type { Result } from "../../src/core/verdict.js";
import stdio from "../../src/drivers/stdio.js";
import { check } from "../../src/run/check.js";
import type { TimingOverrides } from "../../src/run/timing.js";

/** What a file in test/connectors/flaws says about itself. */
export interface Flaw {
  id: string;
  mistake: string;
  /** A sample contract, by id. */
  contract: string;
  /** The rules that stop it. */
  stoppedBy: string[];
  /** The scenarios that it fails. */
  scenarios: string[];
  patienceMs?: number;
  timing?: TimingOverrides;
}

const root = new URL("../../", import.meta.url).pathname;

/** Every flaw, by id. */
export async function flaws(): Promise<Flaw[]> {
  const folder = join(root, "test/connectors/flaws");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".mjs")).sort();
  return Promise.all(
    files.map(async (file) => {
      const { metadata } = (await import(join(folder, file))) as { metadata: Flaw };
      if (metadata.id !== basename(file, ".mjs")) throw new Error(`${file} calls itself ${metadata.id}`);
      return metadata;
    }),
  );
}

/** The sample contracts, by id: one for each shape. */
export async function sampleContracts(): Promise<Map<string, Contract>> {
  const folders = ["test/contracts", "test/connectors/contracts"].map((folder) => join(root, folder));
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((file) => join(folder, file))),
  );
  const contracts = await Promise.all(
    files
      .flat()
      .filter((file) => file.endsWith(".yaml"))
      .map(readContract),
  );
  return new Map(contracts.map((contract) => [contract.id, contract]));
}

/** Runs the careful connector, or a flawed one, against a contract. */
export class Runs {
  readonly #scratch = mkdtempSync(join(tmpdir(), "threeworlds-test-"));

  async play(contract: Contract, scenarios: string[], flaw: Flaw | null): Promise<Result[]> {
    // As JSON, so that no process has to compile the schema of contracts first.
    const file = join(this.#scratch, `${contract.id}.json`);
    writeFileSync(file, JSON.stringify(contract));
    const { report } = await check({
      contract,
      command: `'${process.execPath}' test/connectors/careful.mjs`,
      name: flaw?.id ?? "careful",
      driver: stdio,
      workingDirectory: root,
      environment: {
        THREEWORLDS_CONTRACT: file,
        ...(flaw === null ? {} : { THREEWORLDS_FLAW: flaw.id }),
      },
      operations: [],
      scenarios,
      payloads: {},
      timing: flaw?.timing ?? {},
      patienceMs: flaw?.patienceMs ?? 10_000,
      seed: 1,
      jobs: 4,
    });
    return report.results;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true });
  }
}

/** A result in one line, for messages. */
export function lineOf({ scenario, verdict, reason, violations }: Result): string {
  const why = violations.map(({ rule, message }) => `${rule}: ${message}`).join("; ");
  return `${scenario} ${verdict} ${reason ?? why}`.trimEnd();
}
