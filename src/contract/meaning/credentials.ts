import type { Problem } from "../diagnostics.js";
import type { Credentials, Operation } from "../model.js";
import type { ContractDocument } from "../schema.js";
import { checkOAuth } from "./oauth.js";
import { parametersOf } from "./path.js";

/** Whether the credentials' parts, places and account fit each other and the operations. */
export function checkCredentials(
  credentials: Credentials,
  written: ContractDocument["credentials"],
  operations: readonly Operation[],
): Problem[] {
  const problems: Problem[] = [];
  const { scheme, parts, account } = credentials;
  if ((scheme === "header" || scheme === "query") && written?.accepts === undefined) {
    problems.push({
      pointer: "/credentials",
      at: "key",
      code: "missing-key",
      message: `missing key 'accepts', which \`scheme: ${scheme}\` needs.`,
      hint: `Add accepts: [{ in: ${scheme}, name: … }].`,
    });
  }
  if (scheme === "basic" && parts.length !== 2) {
    problems.push({
      pointer: "/credentials/parts",
      code: "wrong-value",
      message: `a basic credential has two parts, such as [username, password], and here ${parts.length === 1 ? "is one" : `are ${parts.length}`}.`,
    });
  }
  if (scheme !== "oauth2") {
    for (const key of ["token", "refresh", "expired"] as const) {
      if (written?.[key] === undefined) continue;
      problems.push({
        pointer: `/credentials/${key}`,
        at: "key",
        code: "conflicting-keys",
        message: `'${key}' means nothing with \`scheme: ${scheme}\`.`,
        hint: "Write `scheme: oauth2`.",
      });
    }
  } else if (written?.token === undefined) {
    problems.push({
      pointer: "/credentials",
      at: "key",
      code: "missing-key",
      message: "missing key 'token', which `scheme: oauth2` needs.",
      hint: "Add token: { url: /oauth/token }.",
    });
  } else {
    problems.push(...checkOAuth(credentials, written, operations));
  }
  if (
    account.in === "path" &&
    !operations.some(({ request }) => parametersOf(request.path).includes(account.name))
  ) {
    problems.push({
      pointer: "/credentials/account/name",
      code: "pointer-to-nothing",
      message: `the account stands in the path at {${account.name}}, and no operation's path has such a parameter.`,
    });
  }
  return problems;
}
