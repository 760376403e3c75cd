import { describe, expect, test } from "vitest";
import { mask, maskSecrets, secretsOf } from "../../src/core/mask.js";
import { maskCredentials } from "../../src/run/mask.js";

describe("secrets", () => {
  test("of fewer than six characters are masked where they are the whole text", () => {
    expect(maskSecrets({ a: "ab1", b: "xab1x", c: ["ab1"] }, ["ab1", ""])).toEqual({
      a: mask,
      b: "xab1x",
      c: [mask],
    });
    expect(maskSecrets({ a: "xabcdefx", b: "xabcdex" }, ["abcdef"])).toEqual({
      a: `x${mask}x`,
      b: "xabcdex",
    });
  });

  test("are masked wherever they occur in a text, however deep", () => {
    const data = {
      log: ["sent Bearer sk_test_abcdef!"],
      nested: { "any-name": "sk_test_abcdef" },
      n: 1,
      none: null,
    };

    expect(maskSecrets(data, ["sk_test_abcdef"])).toEqual({
      log: [`sent Bearer ${mask}!`],
      nested: { "any-name": mask },
      n: 1,
      none: null,
    });
  });

  test("of credentials include what Basic authentication sends", () => {
    const secrets = secretsOf({ username: "someone", password: "secret-word", account: "acct_1" });

    expect(secrets).toContain("secret-word");
    expect(secrets).toContain(Buffer.from("someone:secret-word").toString("base64"));
    expect(secrets).not.toContain("acct_1");
  });

  test("a secret inside a longer one does not leave its rest readable", () => {
    expect(maskSecrets("token-12345-long", ["token-12345", "token-12345-long"])).toBe(mask);
  });

  test("credentials in a history keep the account and nothing else", () => {
    expect(maskCredentials({ token: "sk_test_abcdef", account: "acct_1" })).toEqual({
      token: mask,
      account: "acct_1",
    });
  });
});
