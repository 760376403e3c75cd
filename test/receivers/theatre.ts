import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadContract } from "../../src/contract/load.js";
import type { Contract } from "../../src/contract/model.js";
import type { Result } from "../../src/core/verdict.js";
import stdio from "../../src/drivers/stdio.js";
import { checkReceiver, type ReceiverCheckEvent } from "../../src/run/receive/check-receiver.js";
import type { Flaw } from "../../src/selftest/flaw.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The contracts that receivers are played on, by id: one for each shape. */
export const contracts: ReadonlyMap<string, Contract> = new Map(
  ["examples/receivers/counter", "test/receivers/contracts"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => {
      const contract = loadContract(readFileSync(join(root, file), "utf8"), file);
      return [contract.id, contract];
    }),
);

/** Every receiver with one mistake, in the order of their ids. */
export async function loadFlaws(): Promise<Flaw[]> {
  const files = readdirSync(new URL("./flaws/", import.meta.url)).sort();
  return Promise.all(
    files.map(async (file) => {
      const name = file.replace(".mjs", "");
      return ((await import(`./flaws/${name}.mjs`)) as { metadata: Flaw }).metadata;
    }),
  );
}

/** The ids of the careful receivers that differ from the usual one. */
export const variants = readdirSync(new URL("./variants/", import.meta.url))
  .sort()
  .map((file) => file.replace(".mjs", ""));

/** Room in which receivers are played; to be disposed of. */
export class Theatre {
  readonly #scratch = mkdtempSync(join(tmpdir(), "threeworlds-receivers-"));

  /** Plays the scenarios (none named: all that apply) with a careful receiver, or with one that has a flaw. */
  async play(
    contract: Contract,
    scenarios: readonly string[],
    who: {
      flaw?: string;
      variant?: string;
      command?: string;
      jobs?: number;
      listen?: (event: ReceiverCheckEvent) => void;
    },
  ): Promise<Result[]> {
    const file = join(this.#scratch, `${contract.id}.json`);
    writeFileSync(file, JSON.stringify(contract));
    const { report } = await checkReceiver(
      {
        direction: "receives",
        contract,
        command: who.command ?? "node test/receivers/careful.mjs",
        name: who.flaw ?? "careful",
        driver: stdio,
        workingDirectory: root,
        environment: {
          PYTHONDONTWRITEBYTECODE: "1",
          THREEWORLDS_CONTRACT: file,
          ...(who.flaw === undefined ? {} : { THREEWORLDS_FLAW: who.flaw }),
          ...(who.variant === undefined ? {} : { THREEWORLDS_VARIANT: who.variant }),
        },
        scenarios,
        patienceMs: 10_000,
        seed: 1,
        jobs: who.jobs ?? 2,
      },
      who.listen,
    );
    return report.results;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true });
  }
}

/** A result in one line, for messages. */
export function lineOf({ scenario, verdict, reason, violations }: Result): string {
  const why = violations.map(({ rule, message }) => `\n  ${rule}: ${message}`).join("");
  return `${scenario}: ${verdict}${reason === null ? "" : ` (${reason})`}${why}`;
}
