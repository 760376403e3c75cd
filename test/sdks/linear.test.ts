import {
  AuthenticationLinearError,
  InvalidInputLinearError,
  LinearClient,
  RatelimitedLinearError,
} from "@linear/sdk";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const teamId = "9cfb482a-81e3-4154-b5b9-2c805e70a02d";
const issue = { teamId, title: "Printer on fire (order-17)", description: "Third floor" };

function clientOf(mock: Mock, apiKey = mock.credential()): LinearClient {
  return new LinearClient({ apiKey, apiUrl: `${mock.url}/graphql` });
}

describe("@linear/sdk", () => {
  test("creates an issue and reads it again by id and by title", async () => {
    await using mock = await startMock("linear");
    const linear = clientOf(mock);

    const created = await linear.createIssue(issue);
    const read = await created.issue;
    const found = await linear.issues({ filter: { title: { eq: issue.title } } });

    expect(created.success).toBe(true);
    expect(mock.ids()).toEqual([created.issueId]);
    expect(read).toMatchObject({
      id: created.issueId,
      title: issue.title,
      description: "Third floor",
      teamId,
    });
    expect(read?.createdAt).toBeInstanceOf(Date);
    expect(found.nodes.map(({ id }) => id)).toEqual([created.issueId]);
    expect(mock.strays()).toEqual([]);
  });

  test("is refused a second issue with the id it chose", async () => {
    await using mock = await startMock("linear");
    const linear = clientOf(mock);
    const input = { ...issue, id: "6f1d5f3c-0b0e-4f5e-8a30-5c9b6f1d2e77" };

    const first = await linear.createIssue(input);
    const second = linear.createIssue(input);

    await expect(second).rejects.toBeInstanceOf(InvalidInputLinearError);
    await expect(second).rejects.toMatchObject({ status: 400 });
    expect(first.issueId).toBe(input.id);
    expect(mock.ids()).toEqual([input.id]);
  });

  test("hands refusals on as its own classes of errors", async () => {
    await using mock = await startMock("linear");

    const stranger = clientOf(mock, "lin_api_nobody").createIssue(issue);
    await expect(stranger).rejects.toBeInstanceOf(AuthenticationLinearError);
    await expect(stranger).rejects.toMatchObject({ status: 401 });

    mock.failOnce("createIssue", "rateLimited");
    const limited = clientOf(mock).createIssue(issue);
    await expect(limited).rejects.toBeInstanceOf(RatelimitedLinearError);
    expect(mock.effects()).toEqual([]);

    const missing = clientOf(mock).issue("6f1d5f3c-0b0e-4f5e-8a30-5c9b6f1d2e77");
    await expect(missing).rejects.toBeInstanceOf(InvalidInputLinearError);
    await expect(missing).rejects.toThrow("Entity not found: Issue");
  });
});
