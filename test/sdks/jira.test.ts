import { HttpException, Version3Client } from "jira.js";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const issue = {
  fields: {
    project: { key: "OPS" },
    issuetype: { name: "Task" },
    summary: "Printer on fire",
    labels: ["request-17"],
  },
};

function clientOf(mock: Mock, apiToken = mock.credential("apiToken")): Version3Client {
  const basic = { email: mock.credential("email"), apiToken };
  return new Version3Client({ host: mock.url, authentication: { basic } });
}

describe("jira.js", () => {
  test("creates an issue and reads it again by id and by key", async () => {
    await using mock = await startMock("jira-cloud");
    const jira = clientOf(mock);

    const created = await jira.issues.createIssue(issue);
    const byId = await jira.issues.getIssue({ issueIdOrKey: created.id });
    const byKey = await jira.issues.getIssue({ issueIdOrKey: created.key });

    expect(mock.ids()).toEqual([created.id]);
    expect(created.key).toBe(`OPS-${created.id}`);
    expect(byId).toMatchObject({ id: created.id, fields: { summary: "Printer on fire" } });
    expect(byKey.id).toBe(created.id);
    expect(mock.strays()).toEqual([]);
  });

  test("finds the issue by its label once the search has caught up", async () => {
    await using mock = await startMock("jira-cloud");
    const jira = clientOf(mock);
    const created = await jira.issues.createIssue(issue);
    const search = { jql: 'labels = "request-17"', fields: ["*all"] };

    const tooEarly = await jira.issueSearch.searchForIssuesUsingJqlEnhancedSearch(search);
    mock.provider.clock.advance(60 * 1000);
    const found = await jira.issueSearch.searchForIssuesUsingJqlEnhancedSearch(search);

    expect(tooEarly.issues).toEqual([]);
    expect(found.issues?.map(({ id }) => id)).toEqual([created.id]);
    expect(mock.strays()).toEqual([]);
  });

  test("hands refusals on as HttpException", async () => {
    await using mock = await startMock("jira-cloud");

    const stranger = clientOf(mock, "nobody").issues.createIssue(issue);
    await expect(stranger).rejects.toBeInstanceOf(HttpException);
    await expect(stranger).rejects.toMatchObject({ status: 401 });

    mock.failOnce("createIssue", "invalidIssue");
    const invalid = clientOf(mock).issues.createIssue(issue);
    await expect(invalid).rejects.toBeInstanceOf(HttpException);
    await expect(invalid).rejects.toMatchObject({
      status: 400,
      response: { data: { errors: { summary: "You must specify a summary of the issue." } } },
    });
    expect(mock.effects()).toEqual([]);
  });
});
