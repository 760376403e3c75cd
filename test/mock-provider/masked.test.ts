import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import { startProvider } from "../../mock-provider/start.js";

const contract = loadContract(
  `threeworlds: 1
provider: { name: Example }
credentials: { scheme: bearer }
operations:
  createTicket:
    request:
      path: /tickets/{place}
      reference: /external_id
      example: { path: { place: here }, body: { external_id: "{{businessKey}}" } }
    idempotency: { key: { in: header, name: Idempotency-Key } }
    answer: { status: 201, receipt: { in: body, pointer: /id }, body: { id: "{{effect.id}}" } }
`,
  "example.yaml",
);

describe("an entry as it may be shown", () => {
  test.for(["issued", "presented only"] as const)(
    "holds no credential that was %s, wherever it was put",
    async (how) => {
      const provider = await startProvider(contract);
      const { token } = provider.credentials.first;
      const issued = typeof token === "string" ? token : "";
      const secret = how === "issued" ? issued : "sk_live_of_another_provider";
      await fetch(`${provider.baseUrl}/tickets/${secret}?again=${secret}`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${secret}`,
          "Content-Type": "application/json",
          "Idempotency-Key": `key ${secret}`,
          "X-Debug": `${"long ".repeat(50)}${secret}`,
          "X-Basic": `Basic ${Buffer.from(`${secret}:`).toString("base64")}`,
        },
        body: JSON.stringify({ external_id: `order ${secret}`, note: { deep: [secret] } }),
      });

      const text = JSON.stringify(provider.journal.entries().map((entry) => provider.masked(entry)));
      await provider.close();

      expect(text).toContain("order [masked]");
      expect(text).toContain("key [masked]");
      expect(text).not.toContain(secret);
      if (how === "issued") expect(text).not.toContain(Buffer.from(`${secret}:`).toString("base64"));
    },
  );
});
