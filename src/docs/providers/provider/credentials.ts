import { durationInWords, notDocumented } from "../words.js";
import { parseDuration } from "../../../core/duration.js";
import { isObject } from "../../../core/json.js";
import type { Inline, Text } from "../page/content.js";
import type { Subject } from "../subject.js";

const reuseWords: Record<string, string> = {
  refused: "is refused",
  revokesFamily: "revokes all tokens of that sign-in",
  accepted: "is accepted",
};

/** Whether a refresh can invalidate the token of a request that is running. */
export function credentialAnswers({ contract, evidence, credentials }: Subject): Text[] {
  const { scheme } = contract.credentials;
  if (scheme === "none") return [["No credential is used."]];
  const refresh = credentials?.["refresh"];
  const token = credentials?.["token"];
  if (scheme !== "oauth2" && refresh === undefined) {
    return [["No: the credential is fixed and is not refreshed by the integration."]];
  }
  const at = (name: string): Inline[] => evidence.of(`/credentials/${name}`);
  const lifetime = isObject(token) ? token["lifetime"] : undefined;
  const lives: Text[] =
    typeof lifetime === "string"
      ? [[`An access token lives for ${durationInWords(parseDuration(lifetime))}.`, ...at("token/lifetime")]]
      : [];
  if (!isObject(refresh)) return [...lives, ["What a refresh invalidates: ", notDocumented, "."]];
  const dies = Array.isArray(refresh["invalidates"]) ? refresh["invalidates"].map(String) : null;
  const grace = refresh["graceForLostAnswer"];
  return [
    ...lives,
    [
      "A refresh ",
      ...(dies === null
        ? ["(what it invalidates is ", notDocumented, ")"]
        : [
            dies.length === 0
              ? "invalidates nothing"
              : `invalidates ${dies.map((one) => tokenWords[one] ?? one).join(" and ")}`,
          ]),
      refresh["rotates"] === true ? " and gives a new refresh token: store it before anything else." : ".",
      ...at("refresh/invalidates"),
    ],
    ...(typeof refresh["reuse"] === "string"
      ? [
          [
            `A refresh token that was used already ${reuseWords[refresh["reuse"]] ?? refresh["reuse"]}.`,
            ...at("refresh/reuse"),
          ],
        ]
      : []),
    ...(typeof grace === "string"
      ? [
          [
            `If the answer to a refresh is lost, the old refresh token works for another ${durationInWords(parseDuration(grace))}.`,
            ...at("refresh/graceForLostAnswer"),
          ],
        ]
      : []),
  ];
}

const tokenWords: Record<string, string> = {
  accessToken: "the old access token (a request under way with it is refused)",
  refreshToken: "the old refresh token",
};
