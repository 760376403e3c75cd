import { setImmediate as turnOfLoop } from "node:timers/promises";
import { latestMs, type Clock } from "../../mock-provider/clock.js";
import { KitError } from "../core/errors.js";
import { catchUp } from "./catch-up.js";

/**
 * Moves the provider's clock, and stops wherever something is due on the way, so that it happens at its own time and not at
 * the end of the whole move. Throws KitError("config") for a move beyond the last date there is.
 */
export async function passTime(clock: Clock, byMs: number): Promise<void> {
  await catchUp();
  const until = clock.now() + byMs;
  if (until > latestMs) {
    const latest = new Date(latestMs).toISOString();
    throw new KitError(
      "config",
      `The clock cannot be moved by ${byMs} ms: it goes no further than ${latest}.`,
    );
  }
  for (let due = clock.nextAt(); due !== null && due < until; due = clock.nextAt()) {
    clock.advance(Math.max(0, due - clock.now()));
    await turnOfLoop();
  }
  clock.advance(Math.max(0, until - clock.now()));
}
