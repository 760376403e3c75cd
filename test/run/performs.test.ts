import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import { planCheck, type CheckRequest } from "../../src/run/check.js";
import stdio from "../../src/drivers/stdio.js";
import { readFileSync } from "node:fs";
import { programs } from "../drivers/launching.js";

const file = new URL("../../contracts/stripe.yaml", import.meta.url).pathname;

function request(options: Partial<CheckRequest>): CheckRequest {
  return {
    contract: loadContract(readFileSync(file, "utf8"), file),
    command: "node reopens.mjs",
    name: "reopens",
    driver: stdio,
    workingDirectory: programs,
    environment: {},
    operations: [],
    scenarios: ["scope/two-operations"],
    payloads: {},
    timing: {},
    patienceMs: 10_000,
    seed: 1,
    jobs: 1,
    ...options,
  };
}

const planned = async (options: Partial<CheckRequest>): Promise<string[]> =>
  (await planCheck(request(options))).map(({ planned: one }) =>
    "notApplicable" in one ? `${one.operation}: ${one.notApplicable}` : one.operation,
  );

describe("the operations of a check", () => {
  test("are all writes of the contract unless told otherwise", async () => {
    expect(await planned({})).toEqual(["createPaymentIntent", "createRefund"]);
  });

  test("leave out what the connector does not perform, also as the second one of a scenario", async () => {
    expect(await planned({ operations: ["createRefund"] })).toEqual([
      "createRefund: the connector performs no second operation of this kind",
    ]);
  });

  test("are narrowed to one that is asked for, while the others stay performable", async () => {
    expect(await planned({ only: ["createRefund"] })).toEqual(["createRefund"]);
  });
});
