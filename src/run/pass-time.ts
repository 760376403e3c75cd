import { setImmediate as turnOfLoop } from "node:timers/promises";
import type { Clock } from "../../mock-provider/clock.js";
import { catchUp } from "./catch-up.js";

/**
 * Moves the provider's clock, and stops wherever something is due on the way, so that it happens at its own time and not at
 * the end of the whole move.
 */
export async function passTime(clock: Clock, byMs: number): Promise<void> {
  await catchUp();
  const until = clock.now() + byMs;
  for (let due = clock.nextAt(); due !== null && due < until; due = clock.nextAt()) {
    clock.advance(Math.max(0, due - clock.now()));
    await turnOfLoop();
  }
  clock.advance(Math.max(0, until - clock.now()));
}
