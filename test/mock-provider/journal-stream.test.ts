import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { journalStream } from "../../mock-provider/control/journal-stream.js";
import { Journal } from "../../src/core/journal.js";

function makeJournal(keep?: number): Journal {
  return new Journal({ now: () => 0, wall: () => 0, ...(keep === undefined ? {} : { keep }) });
}

function append(journal: Journal, count: number): void {
  for (let connection = 1; connection <= count; connection += 1) {
    journal.append({ kind: "connection-opened", connection });
  }
}

async function readUntil(stream: AsyncIterable<Buffer>, last: number): Promise<number[]> {
  let text = "";
  for await (const chunk of stream) {
    text += chunk.toString("utf8");
    if (text.lastIndexOf(`"seq":${last},`) > text.lastIndexOf(`"seq":${last + 1},`)) break;
  }
  const whole = text.slice(0, text.lastIndexOf("\n")).split("\n");
  return whole.map((line) => (JSON.parse(line) as { seq: number }).seq);
}

describe("the journal as a stream", () => {
  it("gives what is there, then what comes, in order and once", async () => {
    const journal = makeJournal();
    append(journal, 5);
    const stream = journalStream(journal);
    append(journal, 5);
    const reading = readUntil(stream, 15);
    await nextTurn();
    append(journal, 5);

    expect(await reading).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it("begins after the entry that the reader has", async () => {
    const journal = makeJournal();
    append(journal, 5);

    expect(await readUntil(journalStream(journal, 3), 5)).toEqual([4, 5]);
  });

  it("holds little for a slow reader, who reads on from the journal", async () => {
    const journal = makeJournal();
    const stream = journalStream(journal);
    stream.read(0);
    await nextTurn();
    append(journal, 20_000);

    expect(stream.readableLength).toBeLessThan(100_000);
    expect(await readUntil(stream, 20_000)).toHaveLength(20_000);
  });

  it("shows a gap in seq where the journal has dropped entries meanwhile", async () => {
    const journal = makeJournal(1000);
    const stream = journalStream(journal);
    stream.read(0);
    await nextTurn();
    append(journal, 20_000);
    const seen = await readUntil(stream, 20_000);

    expect(seen.at(-1)).toBe(20_000);
    expect(seen.length).toBeGreaterThan(1000);
    expect(seen.length).toBeLessThan(20_000);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it("goes on when the journal was cleared and counts again", async () => {
    const journal = makeJournal();
    append(journal, 5);
    const stream = journalStream(journal);
    const reading = readUntil(stream, 2);
    await nextTurn();
    journal.clear();
    append(journal, 2);

    expect((await reading).slice(-2)).toEqual([1, 2]);
  });

  it("leaves the journal alone once it is closed", async () => {
    const journal = makeJournal();
    const stream = journalStream(journal);
    stream.destroy();
    await nextTurn();

    expect(() => append(journal, 3)).not.toThrow();
    expect(stream.readableLength).toBe(0);
  });
});
