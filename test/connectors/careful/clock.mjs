/** The clock of the caller, going on while a message is worked on; and how much of the message's time is used up. */
export function startClock(now) {
  const startedAt = performance.now();
  const start = Date.parse(now);
  const elapsed = () => performance.now() - startedAt;
  return { elapsed, now: () => Math.round(start + elapsed()) };
}
