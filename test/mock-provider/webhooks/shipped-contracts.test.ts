import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readContract } from "../../../src/contract/load.js";
import { compileSchema } from "../../../src/core/schema.js";
import { variantIds } from "../../../src/core/delivery.js";
import { only } from "../../../src/core/history.js";
import { listen, senderTo } from "./receiver.js";

const files = readdirSync("contracts").filter((file) => file.endsWith(".yaml"));
const contracts = (await Promise.all(files.map((file) => readContract(`contracts/${file}`)))).filter(
  ({ webhooks }) => webhooks !== undefined,
);

describe("webhooks of the contracts that are shipped", () => {
  test("are there", () => {
    expect(contracts.length).toBeGreaterThan(25);
  });

  test.each(contracts)(
    "$id delivers each of its events, told apart by their identities",
    async (contract) => {
      await using receiver = await listen();
      await using sender = senderTo(receiver, contract);
      const events = contract.webhooks?.events ?? [];

      for (const { kind, schema } of events) {
        const [one, other] = [
          sender.make({ name: kind, kind }),
          sender.make({ name: `${kind} again`, kind }),
        ];
        const { success } = await sender.deliver({ events: [kind] });

        expect(success).toBe(true);
        expect(one.identity).not.toBe(other.identity);
        if (schema !== null) expect(compileSchema(schema)(one.content)).toEqual([]);
      }
      expect(receiver.got).toHaveLength(events.length);
    },
  );

  test.each(contracts)("$id is sent as every variant that it does not rule out", async (contract) => {
    await using receiver = await listen();
    await using sender = senderTo(receiver, contract);
    sender.make({ name: "A" });
    await sender.deliver({ events: ["A"] });
    const applicable = variantIds.filter((as) => sender.lacks(as, "A") === null);

    for (const as of applicable) await sender.deliver({ events: ["A"], as });

    const sent = only(sender.journal.entries(), "delivery-sent").map(({ as }) => as);
    expect(sent).toEqual(["plain", ...applicable]);
    expect(applicable).toContain("plain");
  });
});
