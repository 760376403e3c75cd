import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadCatalogue } from "../../src/catalogue.js";
import type { CliCommand } from "../../src/cli/command.js";
import { root, threeworlds } from "../e2e/cli.js";

// Inside the repository, so that `threeworlds/connector` is found as it is in a project that installed the package.
const scratchRoot = join(root, ".threeworlds");
mkdirSync(scratchRoot, { recursive: true });
const scratch = mkdtempSync(join(scratchRoot, "readme-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const readme = readFileSync(join(root, "README.md"), "utf8");

function pages(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pages(path);
    return path.endsWith(".md") ? [path] : [];
  });
}

describe("what users read", () => {
  test("links to files that exist", () => {
    const broken = ["README.md", "CONTRIBUTING.md", ...pages("docs")].flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? "");
      return links
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => !existsSync(join(root, dirname(page), link)))
        .map((link) => `${page}: ${link}`);
    });

    expect(broken).toEqual([]);
  });

  test("names every command in the README's table, and no other", async () => {
    const rows = [...readme.matchAll(/^\| `([a-z]+)` +\|/gm)].map((match) => match[1]);
    const commands = await loadCatalogue<CliCommand>("commands");

    expect(new Set(rows)).toEqual(new Set(commands.keys()));
  });

  test("wraps a connector as the README shows, and it is checked", { timeout: 60_000 }, async () => {
    const snippet = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    writeFileSync(join(scratch, "my-adapter.mjs"), snippet);
    writeFileSync(
      join(scratch, "your-integration.js"),
      `
      export async function createPayment(world, businessKey, payload) {
        const body = new URLSearchParams({ amount: payload.amount, currency: payload.currency });
        body.set("metadata[order_id]", payload.metadata.order_id);
        const answer = await fetch(world.baseUrl + "/v1/payment_intents", {
          method: "POST",
          headers: { Authorization: "Bearer " + world.credentials.token, "Idempotency-Key": businessKey },
          body,
        });
        return { outcome: "succeeded", reference: (await answer.json()).id };
      }
      export const settleOpenPayments = () => ({});
      export const findPayment = () => ({ outcome: "absent" });
      `,
    );

    const ran = await threeworlds(
      [
        "check",
        join(root, "contracts/stripe.yaml"),
        "--connector=node my-adapter.mjs",
        "--operation=createPaymentIntent",
        "--scenario=distinct-operations",
      ],
      scratch,
    );

    expect(ran.stdout).toContain("Stripe — node my-adapter.mjs");
    expect(ran.stdout).toMatch(/1 (passed|failed)/);
  });
});
