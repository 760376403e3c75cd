import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.js";
import { KitError } from "../../src/core/errors.js";
import { parseConfig } from "../../src/run/config.js";
import { refuseBadPayloads } from "../../src/run/config-payloads.js";

const contract = loadContract(
  `threeworlds: 1
provider: { name: Example }
operations:
  createTicket:
    request:
      method: POST
      path: /tickets
      schema: { type: object, properties: { amount: { type: integer } } }
      reference: /external_id
      varies: /amount
      example: { body: { external_id: "{{businessKey}}", amount: 1 } }
    answer: { status: 201, body: { id: "t_{{sequence}}" }, receipt: { in: body, pointer: /id } }
`,
  "example.yaml",
);

function refused(payloads: string): string {
  const text = `connectors:\n  my/own:\n    contract: example.yaml\n    command: x\n    payloads:\n      ${payloads}\n`;
  const [connector] = parseConfig(text, "threeworlds.yaml");
  if (connector === undefined) throw new Error("one connector is configured");
  try {
    refuseBadPayloads(connector, contract);
  } catch (error) {
    if (error instanceof KitError) return error.message;
    throw error;
  }
  return "accepted";
}

describe("payloads of threeworlds.yaml", () => {
  test("are accepted when the contract can take them", () => {
    expect(
      refused('createTicket: { external_id: "order {{businessKey}}", amount: 5, note: "{{account}}" }'),
    ).toBe("accepted");
  });

  test.for([
    [
      'createTickt: { external_id: "{{businessKey}}", amount: 1 }',
      "threeworlds.yaml:6:7: error: payloads: expected an operation of example.yaml, got 'createTickt'. Did you mean 'createTicket'?",
    ],
    [
      "createTicket: { amount: 1 }",
      'threeworlds.yaml:6:7: error: the business key of createTicket travels at /external_id, and the payload has nothing there. Write "{{businessKey}}" into it at that place.',
    ],
    [
      "createTicket: { amount: 1, external_id: fixed }",
      'threeworlds.yaml:6:34: error: the business key of createTicket travels at /external_id, and the payload has "fixed" there.',
    ],
    [
      'createTicket: { amount: much, external_id: "{{businessKey}}" }',
      "threeworlds.yaml:6:23: error: the contract's schema of createTicket refuses the payload: amount must be integer.",
    ],
    [
      'createTicket: { external_id: "{{businessKey}}" }',
      "error: the contract's `varies` points to /amount, and the payload has nothing there.",
    ],
    [
      'createTicket: { external_id: "{{businessKy}}", amount: 1 }',
      "error: unknown template name 'businessKy'. Did you mean 'businessKey'?",
    ],
    ["createTicket: null", "error: a payload of null asks for nothing. Leave it out for the example."],
    [
      "createTicket: 5",
      "the business key of createTicket travels at /external_id, and the payload has nothing there.",
    ],
  ] as const)("are refused with their place: %s", ([payloads, words]) => {
    expect(refused(payloads)).toContain(words);
  });

  test("are all told of at once", () => {
    expect(refused("createTicket: { amount: x }").match(/: error: /g)).toHaveLength(2);
  });

  test("fit in the configuration of this repository", () => {
    const path = new URL("../../threeworlds.yaml", import.meta.url).pathname;

    for (const connector of parseConfig(readFileSync(path, "utf8"), path)) {
      expect(() => {
        const file = connector.contract;
        refuseBadPayloads(connector, loadContract(readFileSync(file, "utf8"), file));
      }).not.toThrow();
    }
  });
});
