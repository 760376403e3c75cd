import { RequestError } from "@octokit/request-error";
import { Octokit } from "@octokit/rest";
import { describe, expect, test } from "vitest";
import { startMock, type Mock } from "./mock.js";

const repository = { owner: "acme", repo: "printers" };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

function clientOf(mock: Mock, auth = mock.credential()): Octokit {
  return new Octokit({ auth, baseUrl: mock.url, log: silent });
}

describe("@octokit/rest", () => {
  test("opens an issue and reads it again", async () => {
    await using mock = await startMock("github-issues");
    const octokit = clientOf(mock);

    const created = await octokit.rest.issues.create({ ...repository, title: "Fire", body: "Request 17" });
    const number = created.data.number;
    const read = await octokit.rest.issues.get({ ...repository, issue_number: number });

    expect(created.status).toBe(201);
    expect(mock.ids()).toEqual([String(number)]);
    expect(read.data).toMatchObject({ number, title: "Fire", body: "Request 17", state: "open" });
    expect(mock.strays()).toEqual([]);
  });

  test("follows the Link headers of a list, and finds a marker by search", async () => {
    await using mock = await startMock("github-issues");
    const octokit = clientOf(mock);
    for (const marker of ["17", "18", "19"]) {
      await octokit.rest.issues.create({ ...repository, title: "Fire", body: `Request ${marker}` });
    }
    mock.provider.clock.advance(60 * 1000);

    const listed = await octokit.paginate(octokit.rest.issues.listForRepo, {
      ...repository,
      state: "all",
      per_page: 1,
    });
    const found = await octokit.rest.search.issuesAndPullRequests({
      q: "18 repo:acme/printers is:issue in:body",
    });

    expect(listed.map(({ number }) => String(number)).sort()).toEqual(mock.ids().sort());
    expect(found.data.items.map(({ body }) => body)).toEqual(["Request 18"]);
    expect(mock.strays()).toEqual([]);
  });

  test("hands refusals on as RequestError", async () => {
    await using mock = await startMock("github-issues");
    const issue = { ...repository, title: "Fire" };

    const stranger = clientOf(mock, "ghp_nobody").rest.issues.create(issue);
    await expect(stranger).rejects.toBeInstanceOf(RequestError);
    await expect(stranger).rejects.toMatchObject({ status: 401 });
    await expect(stranger).rejects.toThrow("Bad credentials");

    mock.failOnce("createIssue", "rateLimited");
    const limited = clientOf(mock).rest.issues.create(issue);
    await expect(limited).rejects.toBeInstanceOf(RequestError);
    await expect(limited).rejects.toMatchObject({
      status: 403,
      response: { headers: { "x-ratelimit-remaining": "0" } },
    });
    expect(mock.effects()).toEqual([]);
  });
});
