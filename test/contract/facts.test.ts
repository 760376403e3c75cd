import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import type { Contract, Fact, Operation } from "../../src/contract/model.js";

function good(name: string): Contract {
  return loadContract(readFileSync(new URL(`good/${name}.yaml`, import.meta.url), "utf8"), `${name}.yaml`);
}

const contract = good("long-facts");
const [operation] = contract.operations as [Operation];

function fact(path: string): Fact | undefined {
  return contract.facts.find(({ pointer }) => pointer === `/operations/createPayout${path}`);
}

describe("facts", () => {
  test("are read alike, written short or long", () => {
    const short = good("minimal");
    const text = short.source
      .replace("nature: creates", "nature: { value: creates, basis: documented }")
      .replace("maxLength: 255", "maxLength: { value: 255, source: https://docs.example.com }")
      .replace("{ for: 24h, is: floor }", "{ value: { for: { value: 24h }, is: floor }, basis: observed }");

    const long = loadContract(text, "minimal.yaml");

    expect(long.operations).toEqual(short.operations);
  });

  test("written long keep their basis and their source", () => {
    expect(fact("/nature")).toMatchObject({ basis: "observed", source: "measured on 2026-11-30" });
    expect(fact("/settlesWithin")).toMatchObject({ basis: "assumed", source: null, value: "30s" });
  });

  test("take the source of the block they stand in, unless they have their own", () => {
    expect(fact("/idempotency/key/in")).toMatchObject({
      basis: "documented",
      source: "https://docs.example.com/keys",
    });
    expect(fact("/idempotency/key/maxLength")).toMatchObject({ source: "https://docs.example.com/limits" });
    expect(fact("/idempotency/mismatch")).toMatchObject({ basis: "assumed" });
    expect(fact("/lookup/0/lag/typically")).toMatchObject({ basis: "observed", source: "measured" });
  });

  test("without any source are assumed", () => {
    expect(fact("/answer/is")).toMatchObject({ basis: "assumed", source: null });
  });

  test("that are undocumented have no value, and what the mock enacts in `assume`", () => {
    expect(fact("/idempotency/scope")).toMatchObject({
      value: null,
      basis: "undocumented",
      assume: ["account"],
    });
    expect(fact("/idempotency/retention")).toMatchObject({
      value: null,
      basis: "undocumented",
      assume: "6h",
    });
    expect(fact("/lookup/0/lag/atMost")).toMatchObject({ value: null, basis: "undocumented", assume: "1m" });
  });
});

describe("what is undocumented", () => {
  test("is not promised, and is enacted as assumed", () => {
    const { idempotency, lookups } = operation;

    expect(idempotency?.scope).toEqual({ promised: null, enacted: ["account"] });
    expect(idempotency?.remembers).toEqual({ promised: null, enacted: ["success", "clientError"] });
    expect(idempotency?.retention).toEqual({ is: "unpublished", forMs: 6 * 3_600_000, from: "firstRequest" });
    expect(idempotency?.inFlight).toEqual({ promised: null, enacted: { status: 409, headers: {} } });
    expect(lookups[0]?.lag).toEqual({ typicallyMs: 1000, atMostMs: { promised: null, enacted: 60_000 } });
    expect(lookups[0]?.complete).toEqual({ promised: null, enacted: true });
  });

  test("counts as promised when somebody assumed it on purpose", () => {
    expect(operation.settlesWithinMs).toEqual({ promised: 30_000, enacted: 30_000 });
    expect(operation.idempotency?.mismatch).toEqual({
      promised: { status: 400, headers: {} },
      enacted: { status: 400, headers: {} },
    });
  });

  test("is read like what is not said at all", () => {
    const silent = good("minimal");
    const said = loadContract(
      silent.source
        .replace("settlesWithin: 30s", "settlesWithin: undocumented")
        .replace("complete: true", "complete: undocumented"),
      "minimal.yaml",
    );
    const unsaid = loadContract(
      silent.source.replace("    settlesWithin: 30s\n", "").replace("        complete: true\n", ""),
      "minimal.yaml",
    );

    expect(said.operations).toEqual(unsaid.operations);
  });
});
