import { describe, expect, it } from "vitest";
import { curlExample } from "../../src/cli/mock/curl-example.js";
import { loadContract, readContract } from "../../src/contract/load.js";
import type { Contract } from "../../src/contract/model.js";

const keyed = await readContract("test/contracts/keyed.yaml");
const baseUrl = "http://127.0.0.1:4010";
const secrets = { token: "s3cret", username: "user", password: "it's", account: "acct_1" };

function keyedWith(...changes: [from: string | RegExp, to: string][]): Contract {
  let text = keyed.source;
  for (const [from, to] of changes) {
    if (text.replace(from, to) === text) throw new Error(`the sample contract has no ${String(from)}`);
    text = text.replace(from, to);
  }
  return loadContract(text, "keyed.yaml");
}

describe("the curl line", () => {
  it("sends the example of the first write with a key and the credentials", () => {
    expect(curlExample(keyed, baseUrl, secrets)).toBe(
      "curl -i -X POST -H 'Authorization: Bearer s3cret' -H 'Idempotency-Key: my-first-key' " +
        "-H 'Content-Type: application/json' " +
        `-d '{"subject":"Printer on fire","external_id":"order-42"}' 'http://127.0.0.1:4010/v1/tickets'`,
    );
  });

  it("sends forms as forms, nested names as the provider reads them", async () => {
    const stripe = await readContract("contracts/stripe.yaml");

    expect(curlExample(stripe, baseUrl, secrets)).toMatch(/ --data-urlencode 'metadata\[\w+\]=order-42'/);
  });

  it("sends basic credentials, quoted for a shell", () => {
    const basic = keyedWith(["scheme: bearer", "scheme: basic"]);

    expect(curlExample(basic, baseUrl, secrets)).toContain(`-u 'user:it'\\''s'`);
  });

  it("sends credentials in the query, and the account in a header", () => {
    const query = keyedWith([
      "scheme: bearer",
      "scheme: query\n  accepts: [{ in: query, name: key }]\n  account: { in: header, name: X-Tenant }",
    ]);

    expect(curlExample(query, baseUrl, secrets)).toContain("'http://127.0.0.1:4010/v1/tickets?key=s3cret'");
    expect(curlExample(query, baseUrl, secrets)).toContain("-H 'X-Tenant: acct_1'");
  });

  it("fills the path in, the account where it stands there", () => {
    const path = keyedWith(
      ["scheme: bearer", "scheme: bearer\n  account: { in: path, name: account }"],
      ["path: /v1/tickets", 'path: "/v1/{account}/tickets{.json}"'],
    );

    expect(curlExample(path, baseUrl, secrets)).toContain("'http://127.0.0.1:4010/v1/acct_1/tickets'");
  });
});
