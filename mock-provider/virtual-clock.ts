import type { Clock } from "./clock.js";

interface Timer {
  at: number;
  ring: () => void;
}

/** The longest delay that setTimeout takes. */
const longestMs = 2 ** 31 - 1;

/** A clock that runs with real time from `startAt` and can be moved forward. */
export class VirtualClock implements Clock {
  readonly #startAt: number;
  readonly #startedAt = performance.now();
  #movedMs = 0;
  /** In order of time, the next first. */
  readonly #timers: Timer[] = [];
  #alarm: NodeJS.Timeout | undefined;
  readonly #onMove: (byMs: number) => void;

  constructor(startAt: number, onMove: (byMs: number) => void = () => {}) {
    this.#startAt = startAt;
    this.#onMove = onMove;
  }

  now(): number {
    return Math.trunc(this.#startAt + performance.now() - this.#startedAt + this.#movedMs);
  }

  /** Real ms since the clock was made; not moved by anything. */
  wall(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }

  advance(byMs: number): void {
    const target = this.#movedMs + byMs;
    this.#onMove(byMs);
    // Each timer sees the time it waited for, not the time after the whole move.
    for (let due = this.#timers[0]; due !== undefined; due = this.#timers[0]) {
      const missing = due.at - this.now();
      if (missing > target - this.#movedMs) break;
      this.#movedMs += Math.max(0, missing);
      this.#timers.shift();
      due.ring();
    }
    this.#movedMs = target;
    this.#wind();
  }

  nextAt(): number | null {
    return this.#timers[0]?.at ?? null;
  }

  at(at: number, then: () => void): () => void {
    const timer = { at, ring: then };
    let place = this.#timers.length;
    while (place > 0 && (this.#timers[place - 1]?.at ?? 0) > at) place -= 1;
    this.#timers.splice(place, 0, timer);
    if (place === 0) this.#wind();
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  /** Takes all moves back and cancels all timers. */
  reset(): void {
    this.close();
    this.#movedMs = 0;
  }

  close(): void {
    clearTimeout(this.#alarm);
    this.#alarm = undefined;
    this.#timers.length = 0;
  }

  #wind(): void {
    clearTimeout(this.#alarm);
    this.#alarm = undefined;
    const next = this.#timers[0];
    if (next === undefined) return;
    const delay = Math.min(longestMs, Math.max(0, next.at - this.now()));
    this.#alarm = setTimeout(() => this.#ring(), delay);
    this.#alarm.unref();
  }

  #ring(): void {
    for (let due = this.#timers[0]; due !== undefined && due.at <= this.now(); due = this.#timers[0]) {
      this.#timers.shift();
      due.ring();
    }
    this.#wind();
  }
}
