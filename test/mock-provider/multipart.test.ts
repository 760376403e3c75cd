import { describe, expect, it } from "vitest";
import type { Provider } from "../../mock-provider/provider.js";
import { entriesOf, startWith } from "./world.js";

const sendMail = `
sendMail:
  nature: creates
  request:
    method: POST
    path: /messages
    body: multipart
    schema:
      type: object
      required: [to, subject]
      properties: { to: { type: string }, subject: { type: string }, dkim: { type: boolean } }
    reference: /v:order
    example: { body: { to: a@example.com, subject: Printer, "v:order": "{{businessKey}}" } }
    varies: /subject
  idempotency:
    key: { in: header, name: Idempotency-Key }
    retention: { for: 24h, is: exact }
    fingerprint: [body]
    mismatch: { status: 422 }
    inFlight: { status: 409 }
  answer:
    status: 200
    receipt: { in: body, pointer: /id }
    body: { id: "{{effect.id}}", subject: "{{request.body.subject}}", tags: "{{request.body.o:tag}}", file: "{{request.body.attachment.filename}}" }
  effect: { id: "msg_{{sequence}}" }
`;

interface Reply {
  status: number;
  body: unknown;
}

async function post(provider: Provider, form: FormData, key = "key1"): Promise<Reply> {
  const response = await fetch(`${provider.baseUrl}/messages`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${provider.credentials.first["token"] as string}`,
      "Idempotency-Key": key,
    },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
}

function mail(more: [name: string, value: string | File][] = []): FormData {
  const form = new FormData();
  for (const [name, value] of [
    ["to", "a@example.com"],
    ["subject", "Printer"],
    ["v:order", "order-1"],
    ...more,
  ] as const)
    form.append(name, value);
  return form;
}

describe("a multipart body", () => {
  it("is read into fields, those of one name into a list", async () => {
    await using provider = await startWith(sendMail);

    const reply = await post(
      provider,
      mail([
        ["o:tag", "fire"],
        ["o:tag", "floor 3"],
        ["o[deep][er]", "x"],
      ]),
    );

    expect(reply).toMatchObject({ status: 200, body: { subject: "Printer", tags: ["fire", "floor 3"] } });
    expect(provider.effects()[0]).toMatchObject({
      reference: "order-1",
      content: { o: { deep: { er: "x" } } },
    });
  });

  it("holds of a file its name, type, size and hash", async () => {
    await using provider = await startWith(sendMail);
    const file = new File(["<p>Hello</p>"], "bericht ü.html", { type: "text/html" });

    const reply = await post(provider, mail([["attachment", file]]));

    expect(reply.body).toMatchObject({ file: "bericht ü.html" });
    expect(provider.effects()[0]?.content).toMatchObject({
      attachment: {
        filename: "bericht ü.html",
        contentType: "text/html",
        bytes: 12,
        sha256: "d0a26d23e9d8e0538fd47e7bc502d26cf6c320e8daaec7c8521d4769530f5900",
      },
    });
  });

  it("is the same request whatever its boundary, and another one with another file", async () => {
    await using provider = await startWith(sendMail);
    const file = (text: string): [string, File][] => [["attachment", new File([text], "a.txt")]];

    const replies = [
      await post(provider, mail(file("one"))),
      await post(provider, mail(file("one"))),
      await post(provider, mail(file("two"))),
    ];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 422]);
    expect(entriesOf(provider, "request-admitted").map(({ as }) => as)).toEqual([
      "first",
      "replay",
      "mismatch",
    ]);
    const hashes = entriesOf(provider, "request-received").map(({ bodyHash }) => bodyHash);
    expect(new Set(hashes).size).toBe(3);
  });

  it("has its values converted as the schema says", async () => {
    await using provider = await startWith(sendMail);

    const good = await post(provider, mail([["dkim", "true"]]), "key1");
    const bad = await post(provider, mail([["dkim", "perhaps"]]), "key2");

    expect([good.status, bad.status]).toEqual([200, 400]);
    expect(entriesOf(provider, "request-refused")[0]?.reason).toBe("/dkim must be boolean.");
  });

  it.each([
    [
      "without a boundary",
      "multipart/form-data",
      "The body is not multipart: Multipart: Boundary not found.",
    ],
    [
      "cut short",
      "multipart/form-data; boundary=x",
      "The body is not multipart: Unexpected end of multipart data.",
    ],
  ])("is refused %s", async (_, type, reason) => {
    await using provider = await startWith(sendMail);

    const response = await fetch(`${provider.baseUrl}/messages`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${provider.credentials.first["token"] as string}`,
        "Content-Type": type,
      },
      body: '--x\r\nContent-Disposition: form-data; name="to"\r\n\r\na@exa',
    });

    expect(response.status).toBe(400);
    expect(entriesOf(provider, "request-refused")[0]?.reason).toBe(reason);
    expect(provider.effects()).toEqual([]);
  });

  it("makes no prototype of a field that is called like one", async () => {
    await using provider = await startWith(sendMail);

    const reply = await post(
      provider,
      mail([
        ["__proto__[admin]", "1"],
        ["constructor", "x"],
      ]),
    );

    expect(reply.status).toBe(200);
    expect(({} as { admin?: string }).admin).toBeUndefined();
  });
});
