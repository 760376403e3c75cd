import { describe, expect, test } from "vitest";
import { readSteps } from "../../checks/read-steps.js";
import { armingProblems } from "../../mock-provider/arming.js";
import type { Fault } from "../../mock-provider/fault.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { Json } from "../../src/core/json.js";
import { capabilities } from "../../src/core/protocol.js";
import type { Step } from "../../src/core/scenario.js";
import { compose } from "../../src/explore/compose.js";
import { draw, shrink } from "../../src/explore/draw.js";
import { menuFor, type Menu } from "../../src/explore/menu.js";
import { pairs } from "../../src/explore/pairs.js";
import { timingFor } from "../../src/run/timing.js";
import { sampleContract, sampleContracts } from "../contracts/sample-contracts.js";

const faults = await loadCatalogue<Fault>("faults");

function menuOf(id: string, has = [...capabilities]): Menu {
  const contract = sampleContract(id);
  const [operation] = contract.operations.filter(({ nature }) => nature !== "reads");
  if (operation === undefined) throw new Error(`${id} has no write`);
  const performs = contract.operations.map(({ name }) => name);
  return menuFor({ contract, operation, performs, timing: timingFor(operation, has) }, has);
}

function drawn(menu: Menu, seed: number, count: number): Step[][] {
  return draw(menu, seed, count).map((numbers) => compose(menu, numbers));
}

describe("generated scenarios", () => {
  test("are the same for the same seed, and others for another", () => {
    const menu = menuOf("keyed");

    expect(drawn(menu, 7, 50)).toEqual(drawn(menu, 7, 50));
    expect(drawn(menu, 7, 50)).not.toEqual(drawn(menu, 8, 50));
  });

  test("do not depend on how many are drawn", () => {
    const menu = menuOf("keyed");

    expect(drawn(menu, 7, 200).slice(0, 50)).toEqual(drawn(menu, 7, 50));
  });

  test.each([...sampleContracts.keys()])("on %s are steps that can be read and armed", (id) => {
    const menu = menuOf(id);
    const all = [...pairs(menu).map((numbers) => compose(menu, numbers)), ...drawn(menu, 1, 100)];
    const operations = menu.subject.contract.operations.map(({ name }) => name);

    for (const steps of all) {
      expect(readSteps(structuredClone(steps), "generated")).toEqual(steps);
      const armings = steps.flatMap((step) => {
        if (step.step !== "fault") return [];
        const { step: _, times, ...rest } = step;
        return [{ ...rest, ...(typeof times === "number" ? { times } : {}) } as unknown as Json];
      });
      expect(armings.flatMap((arming) => armingProblems(arming, { faults, operations }))).toEqual([]);
    }
  });

  test.each([...sampleContracts.keys()])("on %s ask for something and settle in the end", (id) => {
    for (const steps of drawn(menuOf(id), 3, 100)) {
      expect(steps.some(({ step }) => step === "perform" || step === "together")).toBe(true);
      expect(steps.at(-1)).toEqual({ step: "settle" });
    }
  });

  test("put every fault at every phase on the first and on the second attempt once", () => {
    const menu = menuOf("keyed");
    const scenarios = pairs(menu).map((numbers) => numbers.map((number) => menu.moves[number]?.step));
    const placed = (attempt: "every" | 2): string[] =>
      scenarios.flatMap((steps) => {
        const step = steps.find((each) => each?.step === "fault" && each.on?.nth === attempt);
        return attempt === 2 && step?.step === "fault" ? [`${step.fault} ${step.at}`] : [];
      });

    expect(new Set(scenarios.map((steps) => JSON.stringify(steps))).size).toBe(scenarios.length);
    for (const place of ["close-connection committed", "stall received", "reset-connection connect"]) {
      expect(placed(2)).toContain(place);
    }
  });

  test("refuse for good only what nothing was sent for before", () => {
    const menu = menuOf("keyed");
    const all = [...pairs(menu).map((numbers) => compose(menu, numbers)), ...drawn(menu, 5, 4000)];
    const declined = all.filter((steps) =>
      steps.some((step) => step.step === "fault" && step.options?.["name"] === "declined"),
    );

    expect(declined.length).toBeGreaterThan(0);
    for (const steps of declined) {
      const first = steps.findIndex(({ step }) => step === "perform" || step === "together");
      const refusal = steps.findIndex(
        (step) => step.step === "fault" && step.options?.["name"] === "declined",
      );
      expect(refusal).toBeLessThan(first);
      expect(steps.filter(({ step }) => step === "fault")).toHaveLength(1);
    }
  });

  test("move the clock only for a connector that follows it", () => {
    const menu = menuOf("keyed", ["reconcile", "inspect", "timing"]);

    const moved = drawn(menu, 1, 200).flatMap((steps) =>
      steps.flatMap((step) => (step.step === "advance" ? [step.byMs] : [])),
    );

    expect(Math.max(0, ...moved)).toBeLessThan(1000);
  });

  test("plant no twin where the original may be another order's", () => {
    for (const steps of drawn(menuOf("lookup-only"), 2, 400)) {
      const hasTwin = steps.some((step) => step.step === "decoy" && step.like === "twin");
      const performs = steps.flatMap((step) =>
        step.step === "perform" ? [step] : step.step === "together" ? step.performs : [],
      );
      if (hasTwin) expect(performs.every(({ businessKey }) => businessKey === "order-1")).toBe(true);
    }
  });
});

describe("a failing scenario", () => {
  test("is made smaller and still fails", async () => {
    const menu = menuOf("keyed");
    const crashes = (numbers: readonly number[]): boolean =>
      compose(menu, numbers).some(({ step }) => step === "crash");
    const failing = draw(menu, 1, 200).find((numbers) => numbers.length > 5 && crashes(numbers)) ?? [];

    const smallest = await shrink(menu, failing, (numbers) => Promise.resolve(crashes(numbers)), 100);

    expect(crashes(smallest)).toBe(true);
    expect(smallest.length).toBeLessThanOrEqual(2);
  });

  test("is tried no more often than there is a budget for", async () => {
    const menu = menuOf("keyed");
    const failing = draw(menu, 1, 50).find((numbers) => numbers.length > 5) ?? [];
    let tries = 0;

    await shrink(menu, failing, () => Promise.resolve(++tries < 0), 7);

    expect(tries).toBe(7);
  });
});
