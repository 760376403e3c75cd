import { createHash, createHmac } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { variantIds, type Defect, type VariantId } from "../../../src/core/delivery.js";
import { only, type EntryOf } from "../../../src/core/history.js";
import type { Json } from "../../../src/core/json.js";
import { counterContract, listen, senderTo, type Got } from "./receiver.js";

const open = `
    increment:
      schema:
        type: object
        additionalProperties: false
        required: [event_id, kind, value]
        properties:
          event_id: { type: string }
          kind: { type: string }
          value: { type: integer, minimum: 1, maximum: 100 }
          note: { type: string, maxLength: 60 }
          account: { type: string }
      example: { event_id: "{{event.id}}", kind: increment, value: 3, note: paper, account: "{{account}}" }
      varies: /value`;
const contract = counterContract({ events: open, source: "{ bound: credential, named: /account }" });

interface Seen {
  got: Got;
  text: string;
  sent: EntryOf<"delivery-sent">;
  /** Whether the signature fits the bytes, by the first source's secret. */
  isSigned: boolean;
  /** The signed time less the provider's, s. */
  ahead: number;
}

/** A delivery as a variant, after a plain one of the same event. */
async function deliveredAs(as: VariantId, of = contract, names = ["A"]): Promise<Seen & { plain: Got }> {
  await using receiver = await listen();
  await using sender = senderTo(receiver, of);
  for (const name of names) sender.make({ name });
  await sender.deliver({ events: names });
  await sender.deliver({ events: names, as });
  const [plain, got] = receiver.got;
  const sent = only(sender.journal.entries(), "delivery-sent").at(-1);
  if (plain === undefined || got === undefined || sent === undefined) throw new Error("nothing arrived");
  const { "x-delivery-id": id, "x-timestamp": time, "x-signature": signature } = got.headers;
  const material = Buffer.concat([Buffer.from(`demo\n${String(id)}\n${String(time)}\n`), got.body]);
  const wanted = createHmac("sha256", sender.sources.first.secrets[0] ?? "")
    .update(material)
    .digest("hex");
  return {
    got,
    plain,
    text: got.body.toString(),
    sent,
    isSigned: signature === wanted,
    ahead: Number(time) - Math.floor(sent.at / 1000),
  };
}

const parsed = (text: string): Record<string, Json> => JSON.parse(text) as Record<string, Json>;

describe("a delivery as", () => {
  test("plain is as the contract says", async () => {
    const { isSigned, sent, got, plain } = await deliveredAs("plain");

    expect([isSigned, sent.as, sent.defects]).toEqual([true, "plain", []]);
    expect(got.body).toEqual(plain.body);
  });

  test("same-bytes is the delivery before to the last header", async () => {
    const { got, plain } = await deliveredAs("same-bytes");

    expect(got.rawHeaders).toEqual(plain.rawHeaders);
    expect(got.body).toEqual(plain.body);
  });

  test("new-delivery-id has the same bytes under another id, also where ids stay", async () => {
    const staying = counterContract({
      delivery: "{ in: header, name: X-Delivery-Id, changesOnRedelivery: false }",
    });

    const { got, plain, isSigned } = await deliveredAs("new-delivery-id", staying);

    expect(got.body).toEqual(plain.body);
    expect(got.headers["x-delivery-id"]).not.toBe(plain.headers["x-delivery-id"]);
    expect(isSigned).toBe(true);
  });

  test("spelled-otherwise is the same value in bytes that no writer makes", async () => {
    const { text, plain, isSigned } = await deliveredAs("spelled-otherwise");

    expect(parsed(text)).toEqual(parsed(String(plain.body)));
    expect(text).not.toBe(JSON.stringify(parsed(text)));
    expect(text).toContain(String.raw`\u0070aper`);
    expect(isSigned).toBe(true);
  });

  test("non-ascii has letters of every kind where the schema allows them", async () => {
    const { text, isSigned } = await deliveredAs("non-ascii");

    expect(parsed(text)["note"]).toMatch(/ë.*東京.*🦊.*\u2028/u);
    expect(isSigned).toBe(true);
  });

  test("charset says in which characters it is written", async () => {
    const { got, isSigned } = await deliveredAs("charset");

    expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(isSigned).toBe(true);
  });

  test.each([
    ["wire", true],
    ["decoded", false],
  ])("gzip is signed over the %s bytes where the contract says so", async (covers, isSigned) => {
    const signature = `
    scheme: hmac
    header: X-Signature
    signs: "demo\\n{delivery}\\n{timestamp}\\n{body}"
    timestamp: { in: header, name: X-Timestamp, unit: s }
    covers: ${covers}`;

    const seen = await deliveredAs("gzip", counterContract({ signature }));

    const decoded = gunzipSync(seen.got.body);
    expect(seen.got.headers["content-encoding"]).toBe("gzip");
    expect(decoded).toEqual(seen.plain.body);
    expect(seen.isSigned).toBe(isSigned);
    expect(seen.sent.bodyHash).toBe(createHash("sha256").update(decoded).digest("hex"));
    expect(seen.sent.defects).toEqual(["coding"]);
  });

  test.each([
    ["wrong-secret", true],
    ["tampered-body", true],
    ["missing-signature", false],
    ["malformed-signature", true],
    ["reserialised", true],
    ["delivery-id-changed", true],
  ] as const)("%s has a signature that does not fit", async (as, isThere) => {
    const { isSigned, got, sent, text } = await deliveredAs(as);

    expect(isSigned).toBe(false);
    expect(got.headers["x-signature"] !== undefined).toBe(isThere);
    expect(sent.defects).toEqual(["signature"]);
    expect(parsed(text)).toMatchObject({ kind: "increment" });
  });

  test("tampered-body would have another effect", async () => {
    const { text, plain } = await deliveredAs("tampered-body");

    expect(parsed(text)).toEqual({ ...parsed(String(plain.body)), value: 4 });
  });

  test.each([
    ["stale", -360, ["time"]],
    ["almost-stale", -298, []],
    ["almost-future", 298, []],
    ["future", 360, ["time"]],
  ] as const)("%s is rightly signed %i s from now", async (as, seconds, defects) => {
    const { ahead, isSigned, sent } = await deliveredAs(as);

    // Sending takes time, too.
    expect(ahead).toBeGreaterThan(seconds - 10);
    expect(ahead).toBeLessThanOrEqual(seconds);
    expect(isSigned).toBe(true);
    expect(sent.defects).toEqual(defects);
  });

  test("not-a-number is rightly signed at no time", async () => {
    const { got, isSigned } = await deliveredAs("not-a-number");

    expect(got.headers["x-timestamp"]).toBe("yesterday");
    expect(isSigned).toBe(true);
  });

  const signed: [VariantId, Defect, (text: string, plain: Record<string, Json>) => void][] = [
    ["changed-value", "conflict", (text, plain) => expect(parsed(text)).toEqual({ ...plain, value: 4 })],
    [
      "whitespace-only",
      "conflict",
      (text, plain) => {
        expect(parsed(text)).toEqual(plain);
        expect(text.startsWith("{ ")).toBe(true);
      },
    ],
    [
      "names-other-source",
      "tenant",
      (text, plain) => expect(parsed(text)).toEqual({ ...plain, account: "globex" }),
    ],
    ["unknown-kind", "kind", (text) => expect(parsed(text)["kind"]).toBe("threeworlds.unknown")],
    ["not-json", "content", (text) => expect(() => parsed(text)).toThrow(SyntaxError)],
    [
      "duplicate-key",
      "content",
      (text, plain) => {
        expect(text.match(/"value":/g)).toHaveLength(2);
        expect(parsed(text)).toEqual({ ...plain, value: 4 });
      },
    ],
    [
      "invalid-utf8",
      "content",
      (text, plain) => expect(parsed(text)).toEqual({ ...plain, note: "paper\uFFFD(" }),
    ],
    ["nan-constant", "content", (text) => expect(text).toContain('"value":NaN')],
    ["wrong-type", "content", (text) => expect(parsed(text)["value"]).toEqual({ unexpected: true })],
    ["boolean-as-integer", "content", (text) => expect(parsed(text)["value"]).toBe(true)],
    ["string-as-integer", "content", (text) => expect(parsed(text)["value"]).toBe("3")],
    ["out-of-range", "content", (text) => expect(parsed(text)["value"]).toBe(101)],
    ["missing-field", "content", (text) => expect(Object.keys(parsed(text))).not.toContain("value")],
    ["extra-field", "content", (text) => expect(parsed(text)["unexpected"]).toBe(true)],
    [
      "oversized",
      "size",
      (text, plain) => {
        expect(text).toHaveLength(8193);
        expect(parsed(text)).toEqual(plain);
      },
    ],
    [
      "deep-nesting",
      "content",
      (text) => {
        expect(text.length).toBeLessThanOrEqual(8192);
        expect(text).toContain("[".repeat(3000));
      },
    ],
  ];

  test.each(signed)("%s is rightly signed, and has a defect: %s", async (as, defect, look) => {
    const { text, plain, isSigned, sent } = await deliveredAs(as);

    expect(isSigned).toBe(true);
    expect(sent.defects).toEqual([defect]);
    look(text, parsed(String(plain.body)));
  });

  test("one-bad-item is a batch whose last event is none", async () => {
    const { text, isSigned, plain } = await deliveredAs(
      "one-bad-item",
      counterContract({ batch: "{ events: /events }" }),
      ["A", "B"],
    );

    const [first] = (JSON.parse(String(plain.body)) as { events: Json[] }).events;
    expect(JSON.parse(text)).toEqual({ events: [first, "not an event"] });
    expect(isSigned).toBe(true);
  });

  test.each([
    ["stripe", /^t=\d+,v1=[0-9a-f]{64},v0=0{64}$/, "stripe-signature"],
    ["standard-webhooks", /^v9,AAAA v1,\S{44}$/, "webhook-signature"],
  ])("unknown-scheme-beside has a signature of %s that nobody knows", async (scheme, wanted, header) => {
    const { got } = await deliveredAs(
      "unknown-scheme-beside",
      counterContract({ signature: `{ scheme: ${scheme} }` }),
    );

    expect(got.headers[header]).toMatch(wanted);
  });

  test.each([
    ["reserialised", { signature: "{ scheme: adyen }" }, "the signature does not bind the bytes"],
    ["stale", { signature: "{ scheme: github }" }, "no time is signed"],
    ["future", { signature: "{ scheme: stripe }" }, "a signed time may lie in the future as far as it likes"],
    [
      "stale",
      { signature: "{ scheme: stripe, tolerance: { past: undocumented } }" },
      "nobody says how far in the past a signed time may lie",
    ],
    ["wrong-secret", { signature: "none" }, "deliveries are not signed"],
    ["changed-value", { fingerprint: "none" }, "a redelivery's bytes may differ"],
    [
      "new-delivery-id",
      { delivery: "none", signature: "{ scheme: github }" },
      "deliveries have no id of their own",
    ],
    [
      "new-delivery-id",
      { identity: "{ in: header, name: X-Delivery-Id }" },
      "the id of the delivery is the event's identity",
    ],
    ["oversized", { limits: "{}" }, "no limit is declared"],
    ["names-other-source", {}, "bodies do not name their source"],
    [
      "not-json",
      { contentType: "application/x-www-form-urlencoded" },
      "bodies are application/x-www-form-urlencoded, not JSON",
    ],
    [
      "wrong-type",
      { events: '{ increment: { example: { event_id: "{{event.id}}", kind: increment } } }' },
      "the event 'increment' has no schema",
    ],
  ] as const)("%s is not made where it says nothing", async (as, more, why) => {
    await using receiver = await listen();
    await using sender = senderTo(receiver, counterContract(more));
    sender.make({ name: "A" });

    expect(sender.lacks(as, "A")).toBe(why);
  });

  test("anything in the list is seen above", () => {
    const seen = [
      "plain same-bytes new-delivery-id spelled-otherwise non-ascii charset gzip wrong-secret tampered-body",
      "missing-signature malformed-signature reserialised delivery-id-changed stale almost-stale almost-future future",
      "not-a-number one-bad-item unknown-scheme-beside",
      ...signed.map(([as]) => as),
    ].flatMap((names) => names.split(" "));

    expect(seen.sort()).toEqual([...variantIds].sort());
  });
});
