import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { providerSite } from "../../../src/docs/providers/site.js";
import { shippedContracts } from "./shipped-contracts.js";

const folder = new URL("../../../docs/providers/", import.meta.url);
const advice = "stale: `npm run generate` writes it anew; a page without a contract is to be deleted";

describe("docs/providers", () => {
  test("is what the contracts give", () => {
    const site = providerSite(shippedContracts());
    const there = existsSync(folder) ? readdirSync(folder) : [];
    const names = [...new Set([...site.keys(), ...there])];

    const stale = names.filter(
      (name) =>
        !there.includes(name) ||
        readFileSync(new URL(encodeURIComponent(name), folder), "utf8") !== site.get(name),
    );

    expect(stale, advice).toEqual([]);
  });
});
