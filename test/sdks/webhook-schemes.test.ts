import { describe, expect, test, vi } from "vitest";
import { startSender } from "../../mock-provider/webhooks/start.js";
import type { WebhookSender } from "../../mock-provider/webhooks/sender.js";
import { loadContract } from "../../src/contract/load.js";
import type { Contract } from "../../src/contract/model.js";
import type { VariantId } from "../../src/core/delivery.js";
import { listen } from "../mock-provider/webhooks/receiver.js";
import { byHand, libraries, type Verify } from "./webhook-verifiers.js";

const accepted = [
  "plain",
  "spelled-otherwise",
  "non-ascii",
  "almost-stale",
  "almost-future",
  "unknown-scheme-beside",
] as const;
const refused = [
  "wrong-secret",
  "tampered-body",
  "missing-signature",
  "malformed-signature",
  "reserialised",
  "delivery-id-changed",
  "stale",
  "future",
  "not-a-number",
] as const;

const untimed = ["almost-stale", "almost-future", "stale", "future", "not-a-number"] as const;
const noFuture = ["almost-future", "future"] as const;
const noId = "delivery-id-changed" as const;
const noVersions = "unknown-scheme-beside" as const;

interface Row {
  /** The library, as in `webhook-verifiers.ts`. */
  by: string;
  signature: string;
  /** Variants that say nothing about this scheme. */
  without: readonly VariantId[];
  /** Further keys of `webhooks`. */
  more?: string[];
  event?: string;
}

const event = `{ id: "{{event.id}}", type: created, text: Printer on fire, amount: 10.5 }`;

const rows: Row[] = [
  { by: "stripe", signature: "{ scheme: stripe }", without: [...noFuture, noId] },
  { by: "@octokit/webhooks", signature: "{ scheme: github }", without: [...untimed, noId, noVersions] },
  { by: "@slack/bolt", signature: "{ scheme: slack }", without: [...noFuture, noId, noVersions] },
  { by: "standardwebhooks", signature: "{ scheme: standard-webhooks }", without: [] },
  {
    by: "svix",
    signature: "{ scheme: standard-webhooks }",
    without: [],
    more: ['identity: { in: header, name: svix-id, format: "msg_{{alphanumeric 27}}" }'],
  },
  {
    by: "resend",
    signature: "{ scheme: standard-webhooks }",
    without: [],
    more: ['identity: { in: header, name: svix-id, format: "msg_{{alphanumeric 27}}" }'],
  },
  {
    by: "standard-webhooks v1a, by its specification",
    signature: "{ scheme: standard-webhooks-v1a }",
    without: [],
  },
  {
    by: "@shopify/shopify-api",
    signature: "{ scheme: shopify }",
    without: [...untimed, noId, noVersions],
    more: [
      "kind: { in: header, name: X-Shopify-Topic }",
      'identity: { in: header, name: X-Shopify-Webhook-Id, format: "{{uuid}}" }',
      'headers: { X-Shopify-Shop-Domain: acme.myshopify.com, X-Shopify-API-Version: "2026-07" }',
    ],
  },
  { by: "square", signature: "{ scheme: square }", without: [...untimed, noId, noVersions] },
  {
    by: "twilio (form)",
    signature: "{ scheme: twilio }",
    without: [...untimed, noId, noVersions, "spelled-otherwise", "reserialised"],
    more: ["contentType: application/x-www-form-urlencoded"],
  },
  {
    by: "twilio (JSON)",
    signature: "{ scheme: twilio }",
    without: [...untimed, noId, noVersions, "reserialised"],
  },
  {
    by: "@sendgrid/eventwebhook",
    signature: "{ scheme: sendgrid }",
    without: [...untimed, noId, noVersions],
    more: ['batch: { events: "" }'],
  },
  {
    by: "@adyen/api-library",
    signature: "{ scheme: adyen }",
    without: [...untimed, noId, noVersions, "reserialised"],
    more: [
      "kind: { in: body, pointer: /NotificationRequestItem/eventCode }",
      'identity: { in: body, pointer: /NotificationRequestItem/pspReference, format: "{{alphanumeric 16}}" }',
      "batch: { events: /notificationItems }",
    ],
    event: `
        NotificationRequestItem:
          eventCode: created
          merchantAccountCode: AcmeECOM
          merchantReference: order-1
          pspReference: "{{event.id}}"
          amount: { currency: EUR, value: 1000 }
          success: "true"`,
  },
  {
    by: "gocardless-nodejs",
    signature: "{ scheme: gocardless }",
    without: [...untimed, noId, noVersions],
    more: ["batch: { events: /events }"],
  },
  { by: "razorpay", signature: "{ scheme: razorpay }", without: [...untimed, noId, noVersions] },
  {
    by: "@hubspot/api-client",
    signature: "{ scheme: hubspot }",
    without: [...noFuture, noId, noVersions],
    more: ['batch: { events: "" }'],
  },
  { by: "@linear/sdk", signature: "{ scheme: linear }", without: [noId, noVersions] },
  {
    by: "zendesk, by its guide",
    signature: "{ scheme: zendesk }",
    without: [...untimed, noId, noVersions],
  },
  {
    by: "paypal, by its guide",
    signature: "{ scheme: paypal }",
    without: [...untimed, noVersions],
    more: ['delivery: { in: header, name: PAYPAL-TRANSMISSION-ID, format: "{{uuid}}" }'],
  },
];

function contractOf({ signature, more = [], event: example = event }: Row): Contract {
  const keys = new Map([
    ["kind", "kind: { in: body, pointer: /type }"],
    ["identity", 'identity: { in: body, pointer: /id, format: "evt_{{alphanumeric 16}}" }'],
    ["signature", `signature: ${signature}`],
    ["events", `events:\n    created:\n      example: ${example}`],
  ]);
  for (const line of more) keys.set(line.slice(0, line.indexOf(":")), line);
  const text = [...keys.values()].map((line) => `  ${line}`).join("\n");
  return loadContract(`threeworlds: 1\nprovider: { name: Test }\nwebhooks:\n${text}\n`, "scheme.yaml");
}

/** What the library says of one delivery, its clock at the moment of sending. */
async function verdict(
  verify: Verify,
  sender: WebhookSender,
  as: VariantId,
  secrets?: "allOldestFirst" | "newest" | "oldest",
  told?: string,
): Promise<boolean> {
  await using receiver = await listen();
  sender.pointTo(receiver.url);
  const name = `${as}-${receiver.url}`;
  sender.make({ name });
  const now = sender.clock.now();
  await sender.deliver({ events: [name], as, ...(secrets === undefined ? {} : { secrets }) });
  const [got] = receiver.got;
  if (got === undefined) throw new Error("nothing arrived");
  vi.useFakeTimers({ toFake: ["Date"], now });
  try {
    return await verify({
      method: got.method,
      url: new URL(got.path, receiver.url).href,
      headers: Object.fromEntries(Object.entries(got.headers).map(([key, value]) => [key, String(value)])),
      body: got.body.toString(),
      secret: told ?? sender.sources.first.secrets[0] ?? "",
    });
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}

const verifiers = { ...libraries, ...byHand };

describe.each(rows)("deliveries as $by reads them", (row) => {
  const contract = contractOf(row);
  const verify = verifiers[row.by] ?? ((): boolean => false);

  test("can differ in all the ways that its scheme leaves room for", async () => {
    await using sender = startSender(contract);
    sender.make({ name: "any" });

    const lacking = [...accepted, ...refused].filter((as) => sender.lacks(as, "any") !== null);

    expect(lacking.sort()).toEqual([...row.without].sort());
  });

  test.each(accepted.filter((as) => !row.without.includes(as)))("are genuine as %s", async (as) => {
    await using sender = startSender(contract);

    expect(await verdict(verify, sender, as)).toBe(true);
  });

  test.each(refused.filter((as) => !row.without.includes(as)))("are refused as %s", async (as) => {
    await using sender = startSender(contract);

    expect(await verdict(verify, sender, as)).toBe(false);
  });
});

describe("a secret that is rotated", () => {
  const several = ["stripe", "standardwebhooks", "svix", "resend"];

  test.each(rows.filter(({ by }) => several.includes(by)))(
    "$by takes old and new, in either order",
    async (row) => {
      await using sender = startSender(contractOf(row));
      sender.rotate("first");
      const verify = verifiers[row.by] ?? ((): boolean => false);
      const [newest = "", oldest = ""] = sender.sources.first.secrets;

      for (const told of [newest, oldest]) {
        expect(await verdict(verify, sender, "plain", undefined, told)).toBe(true);
        expect(await verdict(verify, sender, "plain", "allOldestFirst", told)).toBe(true);
      }
      expect(await verdict(verify, sender, "plain", "oldest", newest)).toBe(false);
    },
  );

  test.each(rows.filter(({ by }) => !several.includes(by) && !by.includes("v1a")))(
    "$by knows one signature: each secret verifies its own",
    async (row) => {
      await using sender = startSender(contractOf(row));
      sender.rotate("first");
      const verify = verifiers[row.by] ?? ((): boolean => false);
      const [newest = "", oldest = ""] = sender.sources.first.secrets;

      expect(await verdict(verify, sender, "plain", "newest", newest)).toBe(true);
      expect(await verdict(verify, sender, "plain", "oldest", oldest)).toBe(true);
      expect(await verdict(verify, sender, "plain", "newest", oldest)).toBe(false);
    },
  );
});
