import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../mock-provider/virtual-clock.js";

describe("the virtual clock", () => {
  it("runs with real time from where it starts", async () => {
    const clock = new VirtualClock(1000);
    const seen = await new Promise<number>((resolve) => {
      clock.at(1010, () => resolve(clock.now()));
    });

    expect(seen).toBeGreaterThanOrEqual(1010);
    expect(seen).toBeLessThan(2000);
  });

  it("rings everything that became due before it says it has moved, each at its own time", () => {
    const clock = new VirtualClock(0);
    const rung: string[] = [];
    clock.at(5000, () => rung.push(`late ${Math.floor(clock.now() / 1000)}`));
    clock.at(2000, () => {
      rung.push(`early ${Math.floor(clock.now() / 1000)}`);
      clock.at(clock.now() + 1000, () => rung.push("added"));
    });
    clock.at(60_000, () => rung.push("not yet"));

    clock.advance(10_000);

    expect(rung).toEqual(["early 2", "added", "late 5"]);
    expect(Math.floor(clock.now() / 1000)).toBe(10);
    clock.close();
  });

  it("does not ring what was cancelled", () => {
    const clock = new VirtualClock(0);
    const rung: string[] = [];
    const cancel = clock.at(1000, () => rung.push("cancelled"));

    cancel();
    clock.advance(2000);

    expect(rung).toEqual([]);
  });

  it("takes moves back on reset", () => {
    const clock = new VirtualClock(0);
    clock.advance(86_400_000);

    clock.reset();

    expect(clock.now()).toBeLessThan(60_000);
  });
});
