import { readFile, rename, writeFile } from "node:fs/promises";
import { emptyMatrix, withRows, type Matrix } from "../../selftest/matrix.js";
import type { Played } from "../../selftest/selftest.js";

/** The file of the matrix: rows are written as they are played, so that a run that is broken off has not been for nothing. */
export class MatrixFile {
  readonly #file: string;
  #turn = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Writes one row anew; the others stay. */
  async add(played: Played): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      const text = `${JSON.stringify(withRows(await this.#read(), [played]), null, 1)}\n`;
      await writeFile(`${this.#file}.draft`, text);
      await rename(`${this.#file}.draft`, this.#file);
    });
    await this.#turn;
  }

  async #read(): Promise<Matrix> {
    try {
      return JSON.parse(await readFile(this.#file, "utf8")) as Matrix;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return emptyMatrix;
      throw error;
    }
  }
}
