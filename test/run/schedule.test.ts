import { describe, expect, test } from "vitest";
import type { Capability } from "../../src/core/protocol.js";
import { passesAround, performsOf, usualPasses, type ScheduleFor } from "../../src/run/schedule.js";
import { timingFor } from "../../src/run/timing.js";
import { sampleContract } from "../contracts/sample-contracts.js";

const second = 1000;

/** A lag of 1 m at most, and 30 s in which a request may still be running: absence is proven after 90 s. */
function searched(capabilities: Capability[]): ScheduleFor {
  const [operation] = sampleContract("lookup-only").operations;
  if (operation === undefined) throw new Error("the contract has no operation");
  return { operation, capabilities, timing: timingFor(operation, capabilities) };
}

describe("the passes of a settle", () => {
  test("come soon, then longer, and stay below the shortest usual retention of a day", () => {
    const passes = usualPasses(searched(["clock"]));

    expect(passes[0]).toBe(0);
    expect(passes).toEqual([...passes].sort((a, b) => a - b));
    expect(passes.at(-1)).toBeLessThan(24 * 3600 * second);
  });

  test("come before and after the lag is over, the request is over, and both are", () => {
    const passes = passesAround(searched(["clock"]));

    const between = (from: number, to: number): number =>
      passes.filter((ms) => ms > from * second && ms < to * second).length;
    expect([between(0, 30), between(30, 60), between(60, 89), between(90, 95)]).toEqual([1, 2, 2, 1]);
  });

  test("come between what a hasty connector takes for a proof and the proof, in real time, too", () => {
    const passes = passesAround(searched([]));

    // 200 ms of lag and 400 ms of running, of which 120 ms are let off.
    expect(passes.filter((ms) => ms > 400 && ms < 480)).toHaveLength(1);
    expect(passes.filter((ms) => ms > 600 + 400)).not.toEqual([]);
  });

  test.each([[["clock"]], [[]]] as [Capability[]][])(
    "leave a connector without reconcile three performs, the last when absence is provable (%j)",
    (capabilities) => {
      const of = searched(capabilities);
      const { timing } = of;
      const provenMs = (timing.lookupLagMs ?? 0) + (timing.settlesWithinMs ?? 0);

      const performs = performsOf(of);

      expect(performs).toHaveLength(3);
      expect(performs[0]).toEqual({ afterSendMs: 0, gapMs: 0 });
      expect(performs[1]?.afterSendMs).toBeLessThan(provenMs);
      expect(performs[2]?.afterSendMs).toBeGreaterThan(provenMs + timing.timeoutMs);
    },
  );

  test("around nothing are none", () => {
    const [operation] = sampleContract("nothing").operations;
    if (operation === undefined) throw new Error("the contract has no operation");
    const timing = timingFor(operation, ["clock"]);

    expect(passesAround({ operation, capabilities: ["clock"], timing })).toEqual([]);
  });
});
