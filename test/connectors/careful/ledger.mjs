import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";

/**
 * The durable memory: one file a write, each change on disk before it returns. What exists is claimed by exactly one process
 * at a time; a claim is a numbered file that only one process can create, so a dead owner's is superseded, never removed.
 */
export class Ledger {
  #directory;
  /** Names this process; another one has another, also when the system gives it the same number. */
  owner = `${process.pid}:${randomUUID()}`;

  constructor(directory) {
    this.#directory = directory;
  }

  /** True for one caller only, in whichever process; the record is then ours. */
  insert(record) {
    Object.assign(record, { epoch: 0, owner: this.owner });
    const draft = this.#write(record);
    try {
      fs.linkSync(draft, this.#path(record));
      return true;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      return false;
    } finally {
      fs.unlinkSync(draft);
    }
  }

  find(operation, businessKey) {
    return this.#read(this.#path({ operation, businessKey }));
  }

  all() {
    return fs
      .readdirSync(this.#directory)
      .filter((name) => name.endsWith(".record"))
      .map((name) => this.#read(join(this.#directory, name)))
      .filter((record) => record !== undefined);
  }

  save(record) {
    fs.renameSync(this.#write(record), this.#path(record));
  }

  /** Makes a record ours unless a living process works on it or another is quicker. Refreshes it. */
  claim(record) {
    if (record.owner !== null && !this.isGone(record.owner)) return false;
    for (let epoch = record.epoch + 1; ; epoch++) {
      const path = `${this.#path(record)}-${epoch}`;
      if (!this.#createOnce(path)) {
        if (this.isGone(fs.readFileSync(path, "utf8"))) continue;
        return false;
      }
      const latest = this.#read(this.#path(record));
      if (latest.epoch >= epoch) return false;
      Object.assign(record, latest, { epoch, owner: this.owner });
      this.save(record);
      return true;
    }
  }

  release(record) {
    record.owner = null;
    this.save(record);
  }

  isGone(owner) {
    // Messages do not overlap, so nothing of this process is under way when it asks.
    if (owner === this.owner) return true;
    const pid = Number(owner.split(":")[0]);
    if (pid === process.pid) return true;
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  }

  #createOnce(path) {
    const draft = `${path}.${randomUUID()}`;
    fs.writeFileSync(draft, this.owner);
    try {
      fs.linkSync(draft, path);
      return true;
    } catch {
      return false;
    } finally {
      fs.unlinkSync(draft);
    }
  }

  #write(record) {
    const draft = `${this.#path(record)}.${randomUUID()}`;
    const file = fs.openSync(draft, "w");
    fs.writeSync(file, JSON.stringify(record));
    fs.fsyncSync(file);
    fs.closeSync(file);
    return draft;
  }

  #read(path) {
    try {
      return JSON.parse(fs.readFileSync(path, "utf8"));
    } catch (error) {
      if (error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  #path({ operation, businessKey }) {
    const name = createHash("sha256")
      .update(JSON.stringify([operation, businessKey]))
      .digest("hex");
    return join(this.#directory, `${name}.record`);
  }
}
