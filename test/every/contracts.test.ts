import { describe, expect, it } from "vitest";
import { contracts } from "./law/contracts.js";
import { casesOf, violationsOf } from "./law/law.js";
import { laws } from "./law/laws.js";

describe.each(laws.map((law) => ({ ...law, law })))("$title", ({ law }) => {
  it.each(casesOf(law, contracts))("$name", async ({ contract, operation }) => {
    const violations = await violationsOf(law, contract, operation, contract);

    expect(violations, violations.join("\n")).toEqual([]);
  });
});
