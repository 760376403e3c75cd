import { anyAnswer, anyRequest } from "./told.js";
import type { Story } from "./history-builder.js";

/** What is told of one refresh. */
export interface ToldRefresh {
  /** The refresh token it shows, by its number. */
  shows: number;
  /** The numbers of the access token that it gives and, where it rotates, of the refresh token. */
  gives?: [access: number, refresh?: number];
  /** `lost`: it took effect, and the answer did not arrive; `broken`: it did nothing, and a gateway said 503. */
  answer?: "given" | "rejected" | "lost" | "broken";
  account?: string;
}

/** The tokens that two accounts have at the start: 1 and 2 are the access and the refresh token of the first, 3 and 4 the second's. */
export function startTokens(story: Story): void {
  for (const [first, account] of [
    [1, "acct_1"],
    [3, "acct_2"],
  ] as const) {
    issue(story, null, first, "accessToken", account, null);
    issue(story, null, first + 1, "refreshToken", account, null);
  }
}

/** A refresh from its request to its answer. Its request has the number that is given. */
export function tellRefresh(story: Story, request: number, told: ToldRefresh): void {
  beginRefresh(story, request, told);
  endRefresh(story, request, told);
}

/** A refresh that arrives; `endRefresh` tells the rest. */
export function beginRefresh(
  story: Story,
  request: number,
  { shows, account = "acct_1" }: ToldRefresh,
): void {
  story.append({
    ...anyRequest,
    request,
    connection: request,
    onConnection: 1,
    operation: null,
    role: "token",
    method: "POST",
    path: "/oauth/token",
    account,
    credential: `credential ${shows}`,
  });
}

/** What comes of a refresh. */
export function endRefresh(story: Story, request: number, told: ToldRefresh): void {
  const { shows, gives, answer = "given", account = "acct_1" } = told;
  if (gives !== undefined) {
    const [access, refresh] = gives;
    const by = `credential ${shows}`;
    if (refresh !== undefined) {
      story.append({ kind: "credential-ended", request, credential: by, why: "rotated" });
    }
    issue(story, request, access, "accessToken", account, by);
    if (refresh !== undefined) issue(story, request, refresh, "refreshToken", account, by);
  }
  if (answer === "lost") {
    story.append({ kind: "request-abandoned", request, phase: "committed" });
    return;
  }
  const said = {
    given: { status: 200, body: { access_token: "[masked]", token_type: "Bearer" } },
    rejected: { status: 400, body: { error: "invalid_grant" } },
    broken: { status: 503, body: "<html>Bad gateway</html>" },
  }[answer];
  story.append({ ...anyAnswer, request, by: "contract", name: null, ...said });
}

function issue(
  story: Story,
  request: number | null,
  id: number,
  type: "accessToken" | "refreshToken",
  account: string,
  by: string | null,
): void {
  const expiresAt = type === "accessToken" ? Date.parse("2026-11-30T13:00:00.000Z") : null;
  story.append({
    kind: "credential-issued",
    request,
    credential: `credential ${id}`,
    type,
    account,
    by,
    expiresAt,
  });
}
