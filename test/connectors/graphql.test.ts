import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.js";

interface Graphql {
  withDirectiveKey: (payload: Json, directive: string, key: string) => Json;
  graphqlRead: (field: string, body: Json, pointers: string[]) => Json;
}

// By a name that the compiler does not follow: the connectors are plain JavaScript.
const file = new URL("careful/graphql.mjs", import.meta.url).href;
const { withDirectiveKey, graphqlRead } = (await import(file)) as Graphql;

describe("the careful connector's GraphQL", () => {
  test("puts the key into the variable that the directive names", () => {
    const query = "mutation ($of: In!, $key: String!) { pay(of: $of) @once(key: $key) { id } }";

    expect(withDirectiveKey({ query, variables: { of: 1 } }, "once", "k1")).toEqual({
      query,
      variables: { of: 1, key: "k1" },
    });
  });

  test("replaces a key that is written out", () => {
    const query = 'mutation { pay(of: 1) @once(key: "an example") { id } }';

    expect(withDirectiveKey({ query }, "once", "$&")).toEqual({
      query: 'mutation { pay(of: 1) @once(key: "$&") { id } }',
    });
  });

  test("refuses to send a query that has no place for the key", () => {
    expect(() => withDirectiveKey({ query: "mutation { pay { id } }" }, "once", "k1")).toThrow(
      "the query has no @once(key: …)",
    );
  });

  test("asks for what stands at the pointers, with the arguments written out", () => {
    const body = { variables: { filter: { title: { eq: 'a "b"' } }, after: null, ids: [1, true] } };
    const pointers = ["/data/bills/nodes/id", "/data/bills/nodes/lines/0/sum", "/data/bills/next", ""];

    expect(graphqlRead("bills", body, pointers)).toEqual({
      query:
        'query { bills(filter: { title: { eq: "a \\"b\\"" } }, after: null, ids: [1, true])' +
        " { nodes { id lines { sum } } next } }",
    });
  });

  test("keeps what a contract wants in the body beside the variables", () => {
    expect(graphqlRead("me", { operationName: null }, [])).toEqual({
      operationName: null,
      query: "query { me }",
    });
  });
});
