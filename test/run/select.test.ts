import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import { scenarioFilter, selectOperations } from "../../src/run/select.js";

const known = ["happy-path", "lost-response/reset", "lost-response/closed", "crash/twice"];

describe("scenarioFilter", () => {
  test("lets everything through without a pattern", () => {
    expect(known.filter(scenarioFilter([], known))).toEqual(known);
  });

  test("takes a scenario's name for all its variants", () => {
    expect(known.filter(scenarioFilter(["lost-response"], known))).toEqual([
      "lost-response/reset",
      "lost-response/closed",
    ]);
  });

  test("takes globs and exact names together", () => {
    expect(known.filter(scenarioFilter(["*/twice", "happy-path"], known))).toEqual([
      "happy-path",
      "crash/twice",
    ]);
  });

  test("lets a star stand for anything, a slash too", () => {
    expect(known.filter(scenarioFilter(["*closed*"], known))).toEqual(["lost-response/closed"]);
  });

  test("refuses a pattern that fits nothing, since nothing checked is not a pass", () => {
    expect(() => scenarioFilter(["lost-respond"], known)).toThrow(
      "--scenario lost-respond: expected a scenario or a glob that fits one, got one that fits none. Did you mean 'lost-response'?",
    );
  });
});

describe("selectOperations", () => {
  const contract = loadContract(
    `threeworlds: 1
provider: { name: Example }
operations:
  getTicket:
    nature: reads
    request: { method: GET, path: /tickets }
    answer: { status: 200, body: {} }
`,
    "reads.yaml",
  );

  test("refuses a contract that only reads, since nothing checked is not a pass", () => {
    expect(() => selectOperations(contract, [])).toThrow(
      "reads.yaml: expected an operation that writes, got none. A check plays writes: name one, or describe one in the contract.",
    );
  });

  test("refuses a choice that only reads", () => {
    expect(() => selectOperations(contract, ["getTicket"])).toThrow(
      "reads.yaml: expected an operation that writes, got getTicket, which only reads.",
    );
  });
});
