import { parseDuration } from "../../core/duration.js";
import { show } from "../explain.js";
import type { Problem } from "../diagnostics.js";
import type { Credentials, Operation } from "../model.js";
import type { ContractDocument } from "../schema.js";
import { pathShape } from "./path.js";

type Written = NonNullable<ContractDocument["credentials"]>;

/** Whether what is said of OAuth tokens can be enacted, and fits together. */
export function checkOAuth(
  { oauth, parts }: Credentials,
  { token, refresh }: Written,
  operations: readonly Operation[],
): Problem[] {
  if (oauth === null) return [];
  const at = "/credentials";
  const problems: Problem[] = [];
  if (parts.length !== 1) {
    problems.push({
      pointer: `${at}/parts`,
      code: "wrong-value",
      message: `OAuth has one part to name, the access token, and here are ${parts.length}. The refresh token and the client's own parts have names already.`,
    });
  }
  const path = pathOf(oauth.tokenUrl);
  if (path === null) {
    problems.push({
      pointer: `${at}/token/url`,
      code: "wrong-value",
      message: `'url': expected a URL that begins with https://, or a path that begins with /, got ${show(oauth.tokenUrl)}.`,
    });
  }
  const taken = operations.find(
    ({ request }) =>
      request.method === "POST" && path !== null && pathShape(request.path) === pathShape(path),
  );
  if (taken !== undefined) {
    problems.push({
      pointer: `${at}/token/url`,
      code: "ambiguous",
      message: `'${taken.name}' is POST ${taken.request.path}, too: the mock provider would take its requests for refreshes.`,
    });
  }
  if (token?.lifetime !== undefined && parseDuration(token.lifetime) === 0) {
    problems.push({
      pointer: `${at}/token/lifetime`,
      code: "wrong-value",
      message: "'lifetime': expected longer than nothing, got 0: no request could ever be made.",
    });
  }
  return [...problems, ...checkRefresh(refresh)];
}

/** What a refresh that gives no new refresh token cannot do. */
function checkRefresh(refresh: Written["refresh"]): Problem[] {
  if (refresh === undefined || refresh.rotates !== false) return [];
  const at = "/credentials/refresh";
  const problems: Problem[] = [];
  if (refresh.invalidates?.includes("refreshToken") === true) {
    problems.push({
      pointer: `${at}/invalidates`,
      code: "conflicting-keys",
      message: "with `rotates: false` the refresh token stays, hence a refresh cannot invalidate it.",
      hint: "Write `rotates: true`, or leave refreshToken out.",
    });
  }
  if (refresh.graceForLostAnswer !== undefined) {
    problems.push({
      pointer: `${at}/graceForLostAnswer`,
      at: "key",
      code: "conflicting-keys",
      message:
        "'graceForLostAnswer' means nothing with `rotates: false`: the refresh token may always be used again.",
      hint: "Leave it out.",
    });
  }
  return problems;
}

/** The path that the mock provider enacts; null when there is none. */
function pathOf(url: string): string | null {
  if (!/^(?:https?:\/\/[^/\s]+)?\//.test(url) && !/^https?:\/\/[^/\s]+$/.test(url)) return null;
  return URL.canParse(url, "http://any") ? new URL(url, "http://any").pathname : null;
}
