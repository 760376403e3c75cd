import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { planReceiver } from "../../checks/receiver/plan.js";
import type { ReceiverRule } from "../../checks/receiver/rule.js";
import type { ReceiverScenario } from "../../checks/receiver/scenario.js";
import { startSender } from "../../mock-provider/webhooks/start.js";
import { loadCatalogue } from "../../src/catalogue.js";
import { loadContract } from "../../src/contract/load.js";
import { requests } from "./article/conditions.js";

const file = "examples/receivers/counter/counter.yaml";
const contract = loadContract(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"), file);
const conditions = requests.flatMap((request) => request.conditions);

// `npx vitest run test/docs/article.test.ts -u` writes the page anew.
describe("the conditions of the article", () => {
  it("are 55 on 35 requests", () => {
    expect(requests).toHaveLength(35);
    expect(conditions).toHaveLength(55);
  });

  it("are each covered by a scenario that is played on the counter, and judged by a rule", async () => {
    const scenarios = [...(await loadCatalogue<ReceiverScenario>("receiver/scenarios")).values()];
    const rules = await loadCatalogue<ReceiverRule>("receiver/rules");
    await using sender = startSender(contract);
    sender.make({ name: "sample" });
    const { webhooks } = contract;
    if (webhooks === undefined) throw new Error("the counter's contract has no webhooks");
    const planned = planReceiver(
      {
        contract,
        webhooks,
        capabilities: ["clock", "faults", "sources"],
        lacks: (as) => sender.lacks(as, "sample"),
      },
      scenarios,
    );
    const played = new Set(planned.filter((one) => "steps" in one).map(({ scenario }) => scenario));

    expect(conditions.filter(({ scenario }) => !played.has(scenario))).toEqual([]);
    expect(conditions.filter(({ rule }) => !rules.has(rule))).toEqual([]);
  });

  it("stand on a page of their own", async () => {
    let number = 0;
    const rows = requests.flatMap(({ what, conditions: own }, index) =>
      own.map(({ holds, scenario, rule }, place) => {
        number += 1;
        const which = place === 0 ? `${index + 1}. ${what}` : "";
        return `| ${which} | ${number}. ${holds} | \`${scenario}\` | \`${rule}\` |`;
      }),
    );
    const page = [
      "# A receiver with 55 conditions",
      "",
      "An article about webhooks built a small receiver, a counter, and held it against 55 conditions on 35 requests. " +
        "[examples/receivers/counter](../../examples/receivers/counter) is such a receiver, written anew; " +
        "`npx threeworlds check counter` puts it through the scenarios below, and through others. " +
        "The article tells how many conditions there were and what they were about, not each of them: the list is ours.",
      "",
      "| request | condition | scenario | rule |",
      "| --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");

    await expect(page).toMatchFileSnapshot("../../docs/reference/receiver-conditions.md");
  });
});
