import type { Operation } from "../contract/model.js";
import type { Capability, Timing } from "../core/protocol.js";

/** What the kit uses where the user says nothing, ms. */
export const defaultTiming = { timeoutMs: 400, retryDelayMs: 20, pollMs: 50, budgetMs: 3000 } as const;

/** The lag and settling time handed to connectors that cannot be given a clock, ms: the contract's, scaled down. */
const scaledTiming = { lookupLagMs: 200, settlesWithinMs: 400 } as const;

/** What the mock provider enacts for such connectors, ms: inside what they were told. */
export const scaledEnactment = { lagMs: 120, outcomeMs: 150 } as const;

/** When a scenario begins for a connector that is given the time: always the same, so that no verdict depends on the hour. */
export const startOfPlay = Date.UTC(2026, 0, 12, 9);

export type TimingOverrides = Partial<Pick<Timing, "timeoutMs" | "retryDelayMs" | "pollMs" | "budgetMs">>;

/**
 * The timing handed to a connector. With the `clock` capability the contract's own lag and settling time, since the clock
 * is moved; otherwise scaled ones. What the contract leaves unpublished is null.
 */
export function timingFor(
  operation: Operation,
  capabilities: readonly Capability[],
  overrides: TimingOverrides = {},
): Timing {
  const hasClock = capabilities.includes("clock");
  const lags = operation.lookups
    .map((lookup) => lookup.lag.atMostMs.promised)
    .filter((lag): lag is number => lag !== null);
  const lagMs = lags.length === 0 ? null : Math.max(...lags);
  const settlesMs = operation.settlesWithinMs.promised;
  return {
    ...defaultTiming,
    ...overrides,
    lookupLagMs: lagMs === null || hasClock ? lagMs : Math.min(lagMs, scaledTiming.lookupLagMs),
    settlesWithinMs:
      settlesMs === null || hasClock ? settlesMs : Math.min(settlesMs, scaledTiming.settlesWithinMs),
  };
}
