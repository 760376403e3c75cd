import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { variants } from "../../mock-provider/webhooks/variants.js";
import { schemeNames } from "../../src/contract/scheme-names.js";
import { signatureSchemes } from "../../src/contract/signature-schemes.js";
import { variantIds } from "../../src/core/delivery.js";

const page = readFileSync("docs/webhooks.md", "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("|"));

describe("docs/webhooks.md", () => {
  test.each(variantIds)("has the variant %s, among those that are genuine or not as it is", (id) => {
    const at = page.indexOf(`\`${id}\``);

    const isAmongGenuine = at < page.indexOf("**Forged");
    expect(at).toBeGreaterThan(-1);
    expect(isAmongGenuine).toBe(variants[id].defects.every((defect) => defect === "coding"));
  });

  test.each(schemeNames)("has the scheme %s and whether it carries several signatures", (name) => {
    const row = rows.find((line) => line.includes(`| \`${name}\``)) ?? "";

    const isJoined = signatureSchemes[name].secrets.several === "joined";
    expect(row).not.toBe("");
    expect(row.includes("joined")).toBe(isJoined);
  });
});
