import { describe, expect, it } from "vitest";
import { plan, type PlannedCase } from "../../checks/plan.js";
import type { Scenario } from "../../checks/scenario.js";
import { loadCatalogue } from "../../src/catalogue.js";
import type { Contract } from "../../src/contract/model.js";
import type { Step } from "../../src/core/scenario.js";
import { selectOperations } from "../../src/run/select.js";
import { timingFor } from "../../src/run/timing.js";
import { sampleContract, sampleContracts } from "../contracts/sample-contracts.js";

const scenarios = [...(await loadCatalogue<Scenario>("scenarios")).values()];

function planned(contract: Contract, clock = true): PlannedCase[] {
  return selectOperations(contract, []).flatMap((operation) =>
    plan(contract, [operation], scenarios, timingFor(operation, clock ? ["clock"] : [])),
  );
}

function steps(contractId: string, scenario: string, clock = true): Step[] {
  const found = planned(sampleContract(contractId), clock).find((each) => each.scenario === scenario);
  if (found === undefined || !("steps" in found)) throw new Error(`${scenario} does not apply`);
  return found.steps;
}

function faults(contractId: string, scenario: string, clock = true): Extract<Step, { step: "fault" }>[] {
  return steps(contractId, scenario, clock).filter((step) => step.step === "fault");
}

function why(contractId: string, scenario: string): string {
  const found = planned(sampleContract(contractId)).find((each) => each.scenario === scenario);
  return found !== undefined && "notApplicable" in found ? found.notApplicable : "it applies";
}

/** A sample contract to make another of. */
function copyOf(id: string): Contract {
  const copy = structuredClone({ ...sampleContract(id), locate: undefined });
  return { ...copy, locate: () => ({ file: "told", line: 1, column: 1 }) };
}

describe("the catalogue", () => {
  it("commits a late write within the settling time that the contract promises", () => {
    const after = (clock: boolean): unknown =>
      faults("lookup-only", "late-commit/while-retrying", clock)[0]?.options?.["until"];

    expect(after(true)).toEqual({ clockMs: 15_000 });
    expect(after(false)).toEqual({ clockMs: 200 });
    expect(steps("lookup-only", "late-commit/while-retrying")).toContainEqual({
      step: "advance",
      byMs: 15_000,
    });
  });

  it("commits a late write at a moment of the journal where no settling time is promised", () => {
    expect(faults("unprovable", "late-commit/after-lookup-said-absent")[0]?.options).toEqual({
      until: { journal: { kind: "request-answered" } },
      client: "stall",
    });
  });

  it("sends a declared error in the provider's own words, a rate limit before the key is looked at", () => {
    expect(faults("keyed", "error/outage/after-commit")).toEqual([
      {
        step: "fault",
        fault: "answer-with",
        at: "committed",
        on: { nth: "every" },
        options: {
          status: 503,
          headers: {},
          body: { error: { code: "outage", message: "Something broke" } },
          by: "provider",
          name: "outage",
        },
      },
    ]);
    expect(faults("keyed", "error/declined/before-commit")[0]?.at).toBe("admitted");
    expect(faults("keyed", "error/rateLimited/before-commit")[0]?.at).toBe("received");
  });

  it("plays an error in no world that its effect rules out", () => {
    const names = planned(sampleContract("keyed")).map(({ scenario }) => scenario);

    expect(names).not.toContain("error/declined/after-commit");
    expect(names).not.toContain("error/notificationFailed/before-commit");
  });

  it.each([
    ["seconds", "1"],
    ["zero", "0"],
    ["negative", "-1"],
    ["huge", "9999999999"],
    ["fractional", "0.129"],
    ["malformed", "soon"],
    ["http-date", "{{now.httpDate +2s}}"],
  ])("puts %s in place of the wait that the contract shows", (variant, value) => {
    expect(faults("keyed", `retry-after/${variant}`)[0]?.options?.["headers"]).toEqual({
      "Retry-After": value,
    });
  });

  it("forces a lookup at once without a key, and by outliving the key where there is one", () => {
    expect(steps("lookup-only", "lookup/several-matches").map(({ step }) => step)).toEqual([
      "decoy",
      "fault",
      "perform",
      "settle",
    ]);
    expect(steps("keyed", "lookup/several-matches").map(({ step }) => step)).toEqual([
      "decoy",
      "crash",
      "perform",
      "advance",
      "restart",
      "settle",
    ]);
    expect(steps("keyed", "lookup/failing")).toContainEqual({
      step: "advance",
      byMs: 24 * 3_600_000 + 60_000,
    });
  });

  it("keeps the lookup broken until after its silence would have been proof", () => {
    expect(steps("lookup-only", "lookup/forbidden").slice(-4)).toEqual([
      { step: "reconcile" },
      { step: "advance", byMs: 91_000 },
      { step: "reconcile" },
      { step: "settle" },
    ]);
    expect(faults("lookup-only", "lookup/forbidden")[0]?.times).toBe("untilSettle");
  });

  it("puts the real effect on no first page, whichever way the list is ordered", () => {
    const decoys = steps("keyed-remembering", "lookup/second-page").filter(({ step }) => step === "decoy");

    expect(decoys).toEqual([
      { step: "decoy", businessKey: "order-1", like: "same-content", count: 4 },
      { step: "decoy", businessKey: "order-1", like: "same-content", count: 4, beside: true },
    ]);
  });

  it("lets a key outlive its retention by a minute only, so that a constant rounded up is seen", () => {
    expect(steps("keyed-remembering", "retention-expired")).toContainEqual({
      step: "advance",
      byMs: 24 * 3_600_000 + 60_000,
    });
  });

  it("looks five seconds before absence would be proven", () => {
    expect(steps("lookup-only", "lookup/nearly-settled").slice(-3)).toEqual([
      { step: "advance", byMs: 85_000 },
      { step: "reconcile" },
      { step: "settle" },
    ]);
    expect(why("unprovable", "lookup/nearly-settled")).toBe(
      "no silence of the lookup is ever proof of absence",
    );
  });

  it("comes back with the same key at another hour of another day, or half-way through a shorter retention", () => {
    const later = (forMs: number | null): unknown => {
      const copy = copyOf("keyed");
      for (const { idempotency } of copy.operations) Object.assign(idempotency?.retention ?? {}, { forMs });
      const found = planned(copy).find(({ scenario }) => scenario === "same-key-next-day");
      if (found === undefined || !("steps" in found)) return found?.notApplicable;
      return found.steps.find(({ step }) => step === "advance");
    };
    const hourMs = 3_600_000;

    expect(later(null)).toEqual({ step: "advance", byMs: 20 * hourMs });
    expect(later(24 * hourMs)).toEqual({ step: "advance", byMs: 20 * hourMs });
    expect(later(6 * hourMs)).toEqual({ step: "advance", byMs: 3 * hourMs });
    expect(later(hourMs)).toMatch(/^the key is forgotten before the hour is over/);
  });

  it("turns nobody away where the refusal may be the stored answer to the first attempt", () => {
    const copy = copyOf("keyed");
    for (const { idempotency } of copy.operations) {
      if (idempotency === null) continue;
      idempotency.checkedAfter = [];
      idempotency.remembers.promised = ["success", "clientError"];
    }

    expect(planned(copy).find(({ scenario }) => scenario === "refused-replay/forbidden")).toMatchObject({
      notApplicable: "such a refusal may be the stored answer to the first attempt",
    });
    expect(why("keyed", "refused-replay/forbidden")).toBe("it applies");
  });

  it("asks under several business keys that only a careless eye takes for one another", () => {
    const asked = (variant: string): string[] =>
      steps("keyed", `business-keys/${variant}`).flatMap((step) =>
        step.step === "perform" ? [step.businessKey] : [],
      );
    const all = ["long", "alike", "special-characters", "not-ascii"].flatMap(asked);

    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(30);
    expect(new Set(asked("alike").map((key) => key.toLowerCase())).size).toBeLessThan(asked("alike").length);
    expect(new Set(asked("not-ascii").map((key) => key.normalize("NFC"))).size).toBe(7);
    expect(new Set(asked("long").map((key) => key.slice(0, 36))).size).toBe(1);
    expect(why("natural", "business-keys/alike")).toBe(
      "the key is business data, which the provider compares in its own way",
    );
  });

  it("says from the contract why something does not apply", () => {
    expect(why("nothing", "in-flight")).toBe("the operation has no idempotency key");
    expect(why("nothing", "crash/twice")).toBe(
      "the contract offers nothing that may be sent or read after a crash",
    );
    expect(why("naming-original", "lookup/failing")).toBe(
      "the contract offers no lookup that finds an effect by what is known of the request",
    );
    expect(why("natural", "retention-expired")).toBe("the key is remembered for ever");
    expect(why("unprovable", "retry-after/seconds")).toBe(
      "the contract declares no retryable error whose wait is seconds in a header",
    );
    expect(why("sets", "lookup/lagging")).toBe(
      "repeating this write is harmless, so no lookup is ever required",
    );
  });

  it("plants no second match where a lookup gives one object", () => {
    const contract = copyOf("lookup-only");
    for (const { lookups } of contract.operations) {
      for (const lookup of lookups) Object.assign(lookup, { items: null, object: "", pages: null });
    }
    const found = planned(contract).find(({ scenario }) => scenario === "lookup/several-matches");

    expect(found).toMatchObject({
      notApplicable: "the provider's rule of uniqueness keeps a second match from existing",
    });
  });

  it("holds for a person exactly where no means is left", () => {
    const held = [...sampleContracts.values()]
      .filter((contract) =>
        planned(contract).some((each) => each.scenario === "unresolvable" && "steps" in each),
      )
      .map(({ id }) => id);

    expect(held).toEqual(["nothing", "unprovable"]);
  });
});
