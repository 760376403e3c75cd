import { describe, expect, it } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import type { Json, JsonObject } from "../../src/core/json.js";
import { call, entriesOf, startWith, type Reply } from "./world.js";

const issues = `
createIssue:
  nature: creates
  request:
    method: POST
    path: /graphql
    body: graphql
    match: { field: issueCreate }
    schema:
      type: object
      required: [query, variables]
      properties: { variables: { type: object, required: [input], properties: { input: { type: object, required: [title] } } } }
    reference: /variables/input/title
    example:
      body:
        query: "mutation create($input: IssueCreateInput!, $key: String!) { issueCreate(input: $input) @idempotent(key: $key) { issue { id } success } }"
        variables: { input: { title: "{{businessKey}}", priority: 1 } }
    varies: /variables/input/priority
  idempotency:
    key: { in: graphqlDirective, name: idempotent }
    retention: { for: 24h, is: exact }
    fingerprint: [body]
    mismatch: { status: 200, body: { data: { issueCreate: null }, errors: [{ message: Key used, extensions: { code: MISMATCH } }] } }
    inFlight: { status: 200, body: { errors: [{ message: Running }] } }
  answer:
    status: 200
    receipt: { in: body, pointer: /data/issueCreate/issue/id }
    success: { /data/issueCreate/success: true }
    body:
      data:
        issueCreate:
          __typename: IssuePayload
          success: true
          issue: &issue
            __typename: Issue
            id: "{{effect.id}}"
            title: "{{request.body.variables.input.title}}"
            priority: "{{request.body.variables.input.priority}}"
            labels: [{ __typename: Label, name: fire, color: red }, { __typename: Label, name: floor, color: blue }]
      extensions: { cost: 10 }
  effect: { id: "iss_{{sequence}}", representation: *issue }
  lookup:
    - by: id
      request: { method: POST, path: /graphql, body: graphql, match: { field: issue, body: { /variables/id: "{{id}}" } } }
      object: /data/issue
      answer: { data: { issue: "{{representation}}" } }
      absent: { status: 200, body: { data: { issue: null }, errors: [{ message: Entity not found }] } }
    - by: reference
      request: { method: POST, path: /graphql, body: graphql, match: { field: issues, body: { /variables/filter/title/eq: "{{reference}}" } } }
      items: /data/issues/nodes
      answer: { data: { issues: { nodes: "{{items}}", pageInfo: { hasNextPage: "{{page.hasMore}}", endCursor: "{{page.next}}" } } } }
      pages: { style: cursor, size: 2, sizeParameter: first, next: /data/issues/pageInfo/endCursor, parameter: after }
`;

const top = `
provider:
  name: Test
  refusals: { invalid: { status: 200, body: { errors: [{ message: "{{reason}}" }] } } }
`;

const start = (): Promise<Provider> => startWith(issues, top);

function ask(
  provider: Provider,
  query: string,
  variables: JsonObject = {},
  more: JsonObject = {},
): Promise<Reply> {
  return call(provider, "POST", "/graphql", { body: { query, variables, ...more } });
}

const create = "mutation c($input: In!) { issueCreate(input: $input) { success issue { id title } } }";

describe("a GraphQL request", () => {
  it("is told apart by its field and answered with what it selects", async () => {
    await using provider = await start();

    const made = await ask(provider, create, { input: { title: "order-1", priority: 2 } });
    const read = await ask(
      provider,
      "query r($id: ID!) { issue(id: $id) { title priority labels { name } } }",
      { id: "iss_1" },
    );

    expect(made).toMatchObject({ status: 200 });
    expect(made.body).toEqual({
      data: { issueCreate: { success: true, issue: { id: "iss_1", title: "order-1" } } },
      extensions: { cost: 10 },
    });
    expect(read.body).toEqual({
      data: { issue: { title: "order-1", priority: 2, labels: [{ name: "fire" }, { name: "floor" }] } },
    });
    expect(entriesOf(provider, "request-received").map(({ role }) => role)).toEqual(["write", "lookup"]);
  });

  it("may write its arguments into the query, or call its variables otherwise", async () => {
    await using provider = await start();

    await ask(
      provider,
      'mutation { issueCreate(input: { title: "order-1", priority: 3, kind: BUG }) { success } }',
    );
    await ask(
      provider,
      "mutation m($a: String, $b: Int = 4) { issueCreate(input: { title: $a, priority: $b }) { success } }",
      {
        a: "order-2",
      },
    );
    const read = await ask(provider, '{ issue(id: "iss_2") { title priority } }');

    expect(provider.effects().map(({ reference }) => reference)).toEqual(["order-1", "order-2"]);
    expect(provider.effects()[0]?.content).toMatchObject({
      variables: { input: { title: "order-1", priority: 3, kind: "BUG" } },
    });
    expect(read.body).toEqual({ data: { issue: { title: "order-2", priority: 4 } } });
  });

  it("may rename fields, spread fragments, and skip", async () => {
    await using provider = await start();
    await ask(provider, create, { input: { title: "order-1" } });

    const { body } = await ask(
      provider,
      `query q($no: Boolean!) {
        mine: issue(id: "iss_1") { ...parts key: id __typename ... on Issue { title } ... on Comment { text } text @skip(if: true) id @include(if: $no) }
        viewer { id }
      }
      fragment parts on Issue { labels { ...colour } labels { name } missing }
      fragment colour on Label { hue: color }`,
      { no: false },
    );

    expect(body).toEqual({
      data: {
        mine: {
          labels: [
            { hue: "red", name: "fire" },
            { hue: "blue", name: "floor" },
          ],
          missing: null,
          key: "iss_1",
          __typename: "Issue",
          title: "order-1",
        },
        viewer: null,
      },
    });
  });

  it("carries its key in a directive on the field or on the operation", async () => {
    await using provider = await start();
    const field =
      'mutation { issueCreate(input: { title: "a" }) @idempotent(key: "key-1") { issue { id } } }';
    const whole =
      'mutation m($k: String!) @idempotent(key: $k) { issueCreate(input: { title: "a" }) { success issue { id title } } }';
    const other = field.replace('"a"', '"b"');

    const first = await ask(provider, field);
    const repeat = await ask(provider, whole, { k: "key-1" });
    const mismatch = await ask(provider, other);

    expect(first.body).toMatchObject({ data: { issueCreate: { issue: { id: "iss_1" } } } });
    expect(repeat.body).toMatchObject({
      data: { issueCreate: { success: true, issue: { id: "iss_1", title: "a" } } },
    });
    expect(mismatch).toMatchObject({
      status: 200,
      body: { data: { issueCreate: null }, errors: [{ message: "Key used" }] },
    });
    expect(entriesOf(provider, "request-admitted").map(({ as }) => as)).toEqual([
      "first",
      "replay",
      "mismatch",
    ]);
    expect(entriesOf(provider, "request-received").map(({ key }) => key)).toEqual([
      "key-1",
      "key-1",
      "key-1",
    ]);
  });

  it("goes through the pages of a list by its arguments", async () => {
    await using provider = await start();
    for (let n = 0; n < 3; n += 1) await ask(provider, create, { input: { title: "order-1" } });
    const list = (after: Json): Promise<Reply> =>
      ask(
        provider,
        'query l($after: String) { issues(filter: { title: { eq: "order-1" } }, first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
        { after },
      );

    const one = await list(null);
    const { endCursor } = (one.body as { data: { issues: { pageInfo: { endCursor: string } } } }).data.issues
      .pageInfo;
    const two = await list(endCursor);

    expect(one.body).toMatchObject({
      data: { issues: { nodes: [{ id: "iss_3" }, { id: "iss_2" }], pageInfo: { hasNextPage: true } } },
    });
    expect(two.body).toMatchObject({
      data: { issues: { nodes: [{ id: "iss_1" }], pageInfo: { hasNextPage: false } } },
    });
  });

  it("gets its errors inside an answer of status 200", async () => {
    await using provider = await start();

    const absent = await ask(provider, '{ issue(id: "iss_9") { id } }');
    const invalid = await ask(provider, "mutation { issueCreate(input: { priority: 1 }) { success } }");

    expect(absent).toMatchObject({
      status: 200,
      body: { data: { issue: null }, errors: [{ message: "Entity not found" }] },
    });
    expect(invalid).toMatchObject({
      status: 200,
      body: { errors: [{ message: "/variables/input must have required property 'title'." }] },
    });
  });

  it.each([
    ["mutation {", {}, "The query is not GraphQL: Syntax Error: Expected Name, found <EOF>."],
    ["{ viewer { id } }", {}, "The contract has no operation or lookup for the field 'viewer'."],
    [create, {}, "The variable $input is missing."],
    ["query a { issue } query b { issue }", {}, "The query: expected one operation, or the name of one."],
    ["query a { issue }", { operationName: "b" }, "The query: expected one operation, or the name of one."],
    [
      "mutation { a: issueCreate b: issueCreate }",
      {},
      "The mutation: expected one field, since each makes an effect of its own.",
    ],
    ["{ __typename }", {}, "The query asks for nothing."],
    ["query a { ...a } fragment a on Query { ...a }", {}, "The query asks for nothing."],
  ])("is refused: %s", async (query, more, reason) => {
    await using provider = await start();

    const reply = await ask(provider, query, {}, more);

    expect(reply).toMatchObject({ status: 200, body: { errors: [{ message: reason }] } });
    expect(provider.effects()).toEqual([]);
  });

  it("is refused when it is none", async () => {
    await using provider = await start();

    const replies = [
      await call(provider, "POST", "/graphql", { raw: "{", headers: { "Content-Type": "application/json" } }),
      await call(provider, "POST", "/graphql", {
        raw: "a=b",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      }),
      await call(provider, "POST", "/graphql", { body: { q: 1 } }),
      await call(provider, "POST", "/graphql"),
    ];

    expect(replies.map(({ body }) => (body as { errors: { message: string }[] }).errors[0]?.message)).toEqual(
      [
        expect.stringContaining("The body is not JSON: "),
        "The body: expected graphql, got form.",
        "The body: expected a GraphQL request with the text of a query.",
        "The body: expected a GraphQL request.",
      ],
    );
  });
});
