import { parseDuration } from "../../../core/duration.js";
import type { OAuth } from "../../../contract/model.js";
import { repeatedRefresh } from "../../../contract/token-safety.js";
import { isObject, type Json, type JsonObject } from "../../../core/json.js";
import type { Inline, Text } from "../page/content.js";
import type { Subject } from "../subject.js";
import { durationInWords, notDocumented, valueText } from "../words.js";

const reuseWords: Record<string, string> = {
  refused: "is refused",
  revokesFamily: "revokes all tokens of that sign-in",
  accepted: "is accepted",
};

const tokenWords: Record<string, string> = {
  accessToken: "the old access token (a request under way with it is refused)",
  refreshToken: "the old refresh token",
};

/** Whether a refresh can invalidate the token of a request that is running. */
export function credentialAnswers({ contract, evidence, credentials }: Subject): Text[] {
  const { scheme } = contract.credentials;
  if (scheme === "none") return [["No credential is used."]];
  const refresh = credentials?.["refresh"];
  if (scheme !== "oauth2" && refresh === undefined) {
    return [["No: the credential is fixed and is not refreshed by the integration."]];
  }
  const state = (name: string, ...says: Inline[]): Text => evidence.state(`/credentials/${name}`, ...says);
  const token = credentials?.["token"];
  const lifetime = isObject(token) ? duration(token["lifetime"]) : null;
  const lives = [
    ...(lifetime === null ? [] : [state("token/lifetime", `An access token lives for ${lifetime}.`)]),
    unauthorised(contract.credentials.oauth, state),
  ];
  if (!isObject(refresh)) return [...lives, ["What a refresh invalidates: ", notDocumented, "."]];
  const { reuse } = refresh;
  const { oauth } = contract.credentials;
  const grace = duration(refresh["graceForLostAnswer"]);
  return [
    ...lives,
    state("refresh/invalidates", ...invalidates(refresh)),
    ...(typeof reuse === "string"
      ? [state("refresh/reuse", `A refresh token that was used already ${reuseWords[reuse] ?? reuse}.`)]
      : []),
    oauth !== null && repeatedRefresh(oauth) === "always"
      ? state(
          "refresh/rotates",
          "If the answer to a refresh is lost, it may be repeated: the refresh token still works.",
        )
      : grace === null
        ? ["If the answer to a refresh is lost: ", notDocumented, "."]
        : state(
            "refresh/graceForLostAnswer",
            `If the answer to a refresh is lost, the old refresh token works for another ${grace}.`,
          ),
  ];
}

/** What a 401 for an expired token says of the write that got it. */
function unauthorised(oauth: OAuth | null, state: (name: string, ...says: Inline[]) => Text): Text {
  if (oauth?.checkedBefore.promised == null) {
    return [
      "Whether a token is looked at before a write is done: ",
      notDocumented,
      "; a 401 proves nothing.",
    ];
  }
  return state(
    "expired/checkedBefore",
    "A token is looked at before a write is done: this 401 says that nothing was done by that attempt, and nothing of one before it.",
  );
}

function invalidates(refresh: JsonObject): Inline[] {
  const { invalidates: dies, rotates } = refresh;
  const what: Inline[] = !Array.isArray(dies)
    ? ["What a refresh invalidates: ", notDocumented]
    : dies.length === 0
      ? ["A refresh invalidates nothing"]
      : [
          `A refresh invalidates ${dies.map((one) => tokenWords[valueText(one)] ?? valueText(one)).join(" and ")}`,
        ];
  return [...what, rotates === true ? "; it gives a new refresh token: store it before anything else." : "."];
}

function duration(value: Json | undefined): string | null {
  return typeof value === "string" ? durationInWords(parseDuration(value)) : null;
}
