import { setImmediate as turnOfLoop } from "node:timers/promises";

/** Enough turns to take a connection, read its bytes, and see it closed; counted, because on a busy machine no time is enough. */
const turns = 20;

/**
 * Resolves when the provider, which lives in this process, has read whatever had been sent to it. A connector that gave up
 * or was killed can leave requests behind that nobody has read yet: they belong to the time in which they were sent.
 */
export async function catchUp(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await turnOfLoop();
}
