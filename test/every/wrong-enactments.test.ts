import { describe, expect, it } from "vitest";
import { contracts } from "./law/contracts.js";
import { violationsOf } from "./law/law.js";
import { laws } from "./law/laws.js";
import { wrongly, wrongs } from "./law/wrongs.js";

describe("the law notices", () => {
  it.each(wrongs.map((wrong) => ({ ...wrong, wrong })))("that $name", async ({ wrong, law: id }) => {
    const law = laws.find((one) => one.id === id);
    if (law === undefined) throw new Error(`there is no law '${id}'`);
    const unnoticed: string[] = [];
    let noticed = 0;

    for (const contract of contracts) {
      for (const operation of contract.operations) {
        const enacted = law.applies(operation, contract) ? wrongly(wrong, contract, operation) : null;
        if (enacted === null) continue;
        const violations = await violationsOf(law, contract, operation.name, enacted);
        if (violations.length > 0) noticed += 1;
        else unnoticed.push(`${contract.id} ${operation.name}`);
      }
    }

    expect(unnoticed).toEqual([]);
    expect(noticed).toBeGreaterThan(0);
  });

  it("something of every kind", () => {
    const blind = laws.map(({ id }) => id).filter((id) => !wrongs.some(({ law }) => law === id));

    expect(blind).toEqual([]);
  });
});
