import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";

/**
 * The durable memory: one file a write, each change on disk before it returns. A record is worked on by one process at a time,
 * the one that holds its lease. A lease is a numbered file that only one process can create, so that one that has run out is
 * superseded and never removed.
 */
export class Ledger {
  #directory;
  /** Names this process. */
  owner = randomUUID();

  constructor(directory) {
    this.#directory = directory;
  }

  /** True for one caller only, in whichever process; the record is then ours until `leaseUntil`. */
  insert(record, leaseUntil) {
    Object.assign(record, { epoch: 0, owner: this.owner, leaseUntil });
    const draft = this.#write(this.#path(record), JSON.stringify(record));
    return this.#createOnce(this.#path(record), draft);
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
    const path = this.#path(record);
    fs.renameSync(this.#write(path, JSON.stringify(record)), path);
  }

  /** Makes a record ours and reads it again, unless the lease of another has not run out or another is quicker. */
  claim(record, now, leaseUntil) {
    if (record.owner !== null && !this.isOver(record.leaseUntil, now)) return false;
    for (let epoch = record.epoch + 1; ; epoch++) {
      const path = `${this.#path(record)}-${epoch}`;
      if (!this.#createOnce(path, this.#write(path, String(leaseUntil)))) {
        // Whoever claimed it may have died before saying so in the record.
        if (this.isOver(Number(fs.readFileSync(path, "utf8")), now)) continue;
        return false;
      }
      const latest = this.#read(this.#path(record));
      if (latest.epoch >= epoch) return false;
      Object.assign(record, latest, { epoch, owner: this.owner, leaseUntil });
      this.save(record);
      return true;
    }
  }

  isOver(leaseUntil, now) {
    return leaseUntil <= now;
  }

  release(record) {
    record.owner = null;
    this.save(record);
  }

  #createOnce(path, draft) {
    try {
      fs.linkSync(draft, path);
      return true;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      return false;
    } finally {
      fs.unlinkSync(draft);
    }
  }

  #write(path, text) {
    const draft = `${path}.${randomUUID()}`;
    const file = fs.openSync(draft, "w");
    fs.writeSync(file, text);
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
