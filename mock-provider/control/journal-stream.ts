import { Readable } from "node:stream";
import type { Entry } from "../../src/core/history.js";
import type { Journal } from "../../src/core/journal.js";

/**
 * The journal as JSON Lines, each entry as `shown` makes it: what is there after `after`, then what comes. A reader that is slower than the provider
 * costs no memory: it reads on from the journal when it is ready (what the journal has dropped by then is missing, as
 * the gap in `seq` shows).
 */
export function journalStream(journal: Journal, after = 0, shown = (entry: Entry): Entry => entry): Readable {
  let last = after;
  // Until the first read(), so that what is there comes before what comes.
  let isFull = true;
  const stream = new Readable({
    highWaterMark: 65_536,
    read() {
      isFull = false;
      for (const entry of journal.entries()) if (entry.seq > last && !isFull) push(entry);
    },
    destroy(error, done) {
      stop();
      done(error);
    },
  });
  const push = (entry: Entry): void => {
    last = entry.seq;
    isFull = !stream.push(`${JSON.stringify(shown(entry))}\n`);
  };
  const stop = journal.listen((entry) => {
    // The journal was cleared and counts again.
    if (entry.seq === 1) last = 0;
    if (!isFull && entry.seq > last) push(entry);
  });
  return stream;
}
