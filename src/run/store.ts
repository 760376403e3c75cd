import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expectedGot, KitError, messageOf } from "../core/errors.js";
import type { History } from "../core/history.js";
import type { Result } from "../core/verdict.js";

/** Keeps the histories of a run: on disk when there is a folder, and in memory those that a report draws. */
export class HistoryStore {
  readonly #folder: string | null;
  readonly #drawn = new Map<Result, History>();

  /** `folder`: where histories are written, null for nowhere. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** Writes the history and notes in the result where it is. */
  async take(result: Result, history: History | null, subfolder: string): Promise<void> {
    if (history === null) return;
    if (result.verdict === "fail") this.#drawn.set(result, history);
    if (this.#folder === null) return;
    const name = `${result.operation}.${result.scenario.replaceAll("/", ".")}.json`;
    result.history = join("histories", subfolder, name);
    const path = join(this.#folder, result.history);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${JSON.stringify(history, null, 1)}\n`);
    } catch (error) {
      const cause = messageOf(error);
      throw new KitError(
        "file",
        `--out ${this.#folder}: ${expectedGot("a folder that can be written", cause)}.`,
        {
          cause: error,
        },
      );
    }
  }

  /** The history of a failed result. */
  of(result: Result): History | undefined {
    return this.#drawn.get(result);
  }
}
