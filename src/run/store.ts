import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expectedGot, KitError, messageOf } from "../core/errors.js";
import type { History, ReceiverHistory } from "../core/history.js";
import type { Result } from "../core/verdict.js";
import { fileNameOf } from "./file-name.js";
import { prepareFolder, writeWhole } from "./file-target.js";

/** Keeps the histories of a run: on disk when there is a folder, and in memory those that a report draws. */
export class HistoryStore {
  readonly #folder: string | null;
  readonly #drawn = new Map<Result, History | ReceiverHistory>();

  /** `folder`: where histories are written, null for nowhere. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /** Makes the folder, so that one that cannot be written is said before anything is played. Throws KitError("file"). */
  async prepare(): Promise<void> {
    if (this.#folder !== null) await prepareFolder("--out", this.#folder);
  }

  /** Writes the history and notes in the result where it is. */
  async take(result: Result, history: History | ReceiverHistory | null, subfolder: string): Promise<void> {
    if (history === null) return;
    if (result.verdict === "fail") this.#drawn.set(result, history);
    if (this.#folder === null) return;
    const name = [result.operation, ...result.scenario.split("/")].map(fileNameOf).join(".");
    result.history = join("histories", ...(subfolder === "" ? [] : [fileNameOf(subfolder)]), `${name}.json`);
    const path = join(this.#folder, result.history);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeWhole(path, `${JSON.stringify(history, null, 1)}\n`);
    } catch (error) {
      const cause = messageOf(error);
      throw new KitError(
        "file",
        `--out ${this.#folder}: ${expectedGot("a folder that can be written", cause)}.`,
        { cause: error },
      );
    }
  }

  /** The history of a failed result. */
  of(result: Result): History | ReceiverHistory | undefined {
    return this.#drawn.get(result);
  }
}
