import { describe, expect, it } from "vitest";
import { hasContent, isOther } from "../../../checks/knowledge/content.js";
import type { Operation } from "../../../src/contract/model.js";
import { loadContract } from "../../../src/contract/load.js";

function operationWith(request: string): Operation {
  const text = `
threeworlds: 1
provider: { name: Test }
operations:
  create:
    request: ${request}
    answer: { receipt: { in: body, pointer: /id }, body: { id: "{{effect.id}}" } }
`;
  const [operation] = loadContract(text, "test.yaml").operations;
  if (operation === undefined) throw new Error("no operation");
  return operation;
}

describe("the content of an effect", () => {
  it("is what was asked for, however its reference is worded", () => {
    const operation = operationWith(
      '{ path: /x, body: json, reference: /ref, example: { body: { ref: "{{businessKey}}" } } }',
    );

    expect(hasContent(operation, { ref: "order 1", n: 1, more: true }, { ref: "1", n: 1 })).toBe(true);
    expect(hasContent(operation, { ref: "1", n: 2 }, { ref: "1", n: 1 })).toBe(false);
  });

  it("is the same under another text of a GraphQL query", () => {
    const operation = operationWith(
      '{ path: /x, body: graphql, match: { field: make }, example: { body: { query: "mutation { make }" } } }',
    );
    const there = {
      query: "mutation m($input: In!) { make(input: $input) { id } }",
      variables: { input: { n: 1 } },
    };

    expect(hasContent(operation, there, { query: "mutation { make }", variables: { input: { n: 1 } } })).toBe(
      true,
    );
    expect(hasContent(operation, there, { query: "mutation { make }", variables: { input: { n: 2 } } })).toBe(
      false,
    );
  });
});

describe("what a later perform asks for", () => {
  const wanted = { businessKey: "order-1", payload: { text: "hello" }, parameters: { channel: "news" } };

  it.each([
    ["the same body at the same target", { text: "hello" }, { channel: "news" }, false],
    ["another body", { text: "bye" }, { channel: "news" }, true],
    ["another target", { text: "hello" }, { channel: "sport" }, true],
  ])("is something else or not: %s", (_, payload, parameters, other) => {
    expect(isOther({ payload, parameters }, wanted)).toBe(other);
  });
});
