import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { faultOptionProblems } from "../../mock-provider/fault-options.js";
import { only } from "../../src/core/history.js";
import { phases } from "../../src/core/phase.js";
import {
  converse,
  exchange,
  faults,
  findPayout,
  listens,
  payout,
  startPayouts,
  traces,
} from "../mock-provider/conversation.js";
import type { Seen } from "../mock-provider/raw-client.js";

const cases = [...faults.values()].flatMap((fault) =>
  fault.phases.flatMap((at) => fault.samples.map((options) => ({ id: fault.id, at, options, fault }))),
);
const places = [...faults.values()].flatMap((fault) =>
  fault.phases.map((at) => ({ id: fault.id, at, options: fault.samples[0] ?? {}, fault })),
);

interface Course {
  seen: Pick<Seen, "end" | "status" | "text">[];
  traces: unknown[];
}

/** A conversation, as its client saw it and as the journal tells it; its pace apart. */
async function course(provider: Provider): Promise<Course & { isPaced: boolean }> {
  const seen = await converse(provider, "first");
  const entries = provider.journal.entries();
  return {
    seen: seen.map(({ end, status, text }) => ({ end, status, text })),
    traces: traces(entries),
    isPaced:
      seen.some(({ pieces }) => pieces > 1) ||
      only(entries, "request-answered").some(({ tookMs }) => tookMs > 50),
  };
}

const untouched = await (async (): Promise<Course> => {
  await using provider = await startPayouts();
  const { seen, traces } = await course(provider);
  return { seen, traces };
})();

describe("every fault", () => {
  it("is held against an exchange that works", () => {
    expect(untouched.seen.map(({ end, status }) => [end, status])).toEqual([
      ["answer", 202],
      ["answer", 200],
      ["answer", 202],
      ["answer", 200],
    ]);
  });

  it("is a file of its own", async () => {
    const files = await readdir(new URL("../../mock-provider/faults/", import.meta.url));

    expect(files.map((file) => file.replace(/\.ts$/, "")).sort()).toEqual([...faults.keys()].sort());
  });

  it.each([...faults.values()])(
    "$id says what the provider does, where it can be armed, and shows its options",
    (fault) => {
      expect(fault.summary).toMatch(/^[A-Z].+\.$/);
      expect(fault.phases.length).toBeGreaterThan(0);
      expect(phases).toEqual(expect.arrayContaining([...fault.phases]));
      expect(fault.samples.length).toBeGreaterThan(0);
      for (const options of fault.samples) expect(faultOptionProblems(fault, options)).toEqual([]);
    },
  );

  it.each(cases)(
    "$id at $at changes what happens and is journalled: $options",
    async ({ id, at, options }) => {
      await using provider = await startPayouts();
      const armed = provider.arm({ fault: id, at, options });
      const touched = await course(provider);
      const entries = provider.journal.entries();

      expect(touched).not.toEqual({ ...untouched, isPaced: false });
      expect(only(entries, "fault-armed")).toMatchObject([
        { fault: id, armed: armed.id, phase: at, options },
      ]);
      expect(only(entries, "fault-fired")).toMatchObject([{ fault: id, armed: armed.id, phase: at }]);
      expect(armed.fired()).toBe(1);
    },
  );

  it.each(cases)(
    "$id at $at does the same in a second world with the same seed: $options",
    async ({ id, at, options }) => {
      const worlds = await Promise.all(
        ["one", "two"].map(async () => {
          await using provider = await startPayouts();
          provider.arm({ fault: id, at, options });
          const { seen, traces } = await course(provider);
          return { seen, traces };
        }),
      );

      expect(worlds[1]).toEqual(worlds[0]);
    },
  );

  it.each(places)(
    "$id at $at, disarmed before it met anything, changes nothing",
    async ({ id, at, options }) => {
      await using provider = await startPayouts();
      const armed = provider.arm({ fault: id, at, options });
      armed.disarm();
      await listens(provider.port);
      const { seen, traces } = await course(provider);
      const entries = provider.journal.entries();

      expect({ seen, traces }).toEqual(untouched);
      expect(only(entries, "fault-disarmed")).toMatchObject([{ fault: id, armed: armed.id }]);
    },
  );

  it.each(places)("$id at $at ends when it is disarmed after it fired", async ({ id, at, options }) => {
    await using provider = await startPayouts();
    const armed = provider.arm({ fault: id, at, options, times: Number.POSITIVE_INFINITY });
    await converse(provider, "first");
    armed.disarm();
    const fired = armed.fired();
    await listens(provider.port);
    const seen = await converse(provider, "second");

    expect(seen.map(({ end, status }) => [end, status])).toEqual(
      untouched.seen.map(({ end, status }) => [end, status]),
    );
    expect(armed.fired()).toBe(fired);
    expect(fired).toBeGreaterThan(0);
  });

  it.each(places)("$id at $at refuses an option it does not have, by name", async ({ id, at, options }) => {
    await using provider = await startPayouts();

    expect(() => provider.arm({ fault: id, at, options: { ...options, noSuchOption: 1 } })).toThrow(
      expect.objectContaining({
        code: "bad-fault",
        message: expect.stringContaining(`fault '${id}', option 'noSuchOption': expected `) as string,
      }),
    );
    expect(provider.journal.entries()).toEqual([]);
  });

  it.each(places.filter(({ fault }) => fault.phases.some((phase) => phase !== "connect")))(
    "$id at $at meets exactly as many of twelve parallel requests as it may",
    async ({ id, at, options, fault }) => {
      await using provider = await startPayouts();
      const armed = provider.arm({
        fault: id,
        at,
        options,
        times: 5,
        on: { role: fault.roles?.[0] ?? "write", nth: "every" },
      });
      const text = fault.roles?.[0] === "lookup" ? findPayout : payout;
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => exchange(provider, text(provider, `twin-${index}`))),
      );

      expect(only(provider.journal.entries(), "fault-fired")).toHaveLength(5);
      expect(armed.fired()).toBe(5);
    },
  );
});
