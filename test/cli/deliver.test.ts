import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runDeliver } from "../../src/cli/deliver/run-deliver.js";
import type { DeliverOptions } from "../../src/cli/deliver/options.js";
import { counterContract, listen } from "../mock-provider/webhooks/receiver.js";

const secret = "a-secret-of-32-letters-and-digits";
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "deliver-"));
  file = path.join(folder, "counter.yaml");
  await writeFile(file, counterContract().source);
  await writeFile(
    path.join(folder, "mail.yaml"),
    counterContract({ signature: "{ scheme: sendgrid }" }).source,
  );
  await writeFile(
    path.join(folder, "none.yaml"),
    "threeworlds: 1\nprovider: { name: None }\noperations: {}\n",
  );
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function deliver(
  options: Partial<DeliverOptions>,
  more: { contract?: string; event?: string; environment?: Record<string, string> } = {},
): Promise<{ code: number; text: string }> {
  let text = "";
  const code = await runDeliver(
    {
      contract: more.contract === undefined ? file : path.join(folder, more.contract),
      event: more.event,
      options: { as: "plain", remote: false, json: false, seed: "7", ...options },
      environment: more.environment ?? { THREEWORLDS_WEBHOOK_SECRET: secret },
    },
    { write: (part) => (text += part) },
  );
  return { code, text: text.replaceAll(folder, "") };
}

describe("threeworlds deliver", () => {
  test("sends an event, shows request and answer, and exits 0 when it was taken", async () => {
    await using receiver = await listen((response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end('{"result":3}');
    });

    const { code, text } = await deliver({ to: receiver.url }, { event: "increment" });

    const [got] = receiver.got;
    const { "x-delivery-id": id, "x-timestamp": time, "x-signature": signature } = got?.headers ?? {};
    const material = `demo\n${String(id)}\n${String(time)}\n${String(got?.body)}`;
    expect(signature).toBe(createHmac("sha256", secret).update(material).digest("hex"));
    expect(code).toBe(0);
    expect(text).toContain(`POST ${receiver.url}\n`);
    expect(text).toContain(`x-signature: ${String(signature)}\n`);
    expect(text).toContain(`\n\n${String(got?.body)}\n\n200 OK (after `);
    expect(text).toContain('\n\n{"result":3}\n\ntaken: right for a delivery that is genuine\n');
    expect(text).not.toContain(secret);
  });

  test("exits 1 when a genuine delivery is refused, or a forged one is taken", async () => {
    await using refusing = await listen((response) => {
      response.statusCode = 401;
      response.end();
    });
    await using trusting = await listen();

    const refused = await deliver({ to: refusing.url });
    const taken = await deliver({ to: trusting.url, as: "wrong-secret" });
    const rightly = await deliver({ to: refusing.url, as: "wrong-secret" });

    expect([refused.code, taken.code, rightly.code]).toEqual([1, 1, 0]);
    expect(refused.text).toMatch(
      /\nnot taken: a careful receiver would have taken it, since it is genuine\n$/,
    );
    expect(taken.text).toMatch(
      /\ntaken: a careful receiver would have refused it, since it is not genuine \(signature\)\n$/,
    );
    expect(rightly.text).toMatch(/\nnot taken: right for a delivery that is not genuine \(signature\)\n$/);
  });

  test("sends an event before its duplicate, and before what contradicts it", async () => {
    await using receiver = await listen();

    await deliver({ to: receiver.url, as: "duplicate" });
    const { text } = await deliver({ to: receiver.url, as: "conflict", seed: "8" });

    const bodies = receiver.got.map(({ body }) => JSON.parse(String(body)) as { value: number });
    expect(bodies.map(({ value }) => value)).toEqual([3, 3, 3, 4]);
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[2]).toEqual({ ...bodies[3], value: 3 });
    expect(text).toContain("# as changed-value\nPOST ");
  });

  test("says which variants there are for a contract, without sending anything", async () => {
    const { code, text } = await deliver({ as: "list" });

    expect(code).toBe(0);
    expect(text).toMatch(/^plain +genuine$/m);
    expect(text).toMatch(/^stale +wrong: time$/m);
    expect(text).toMatch(/^one-bad-item +not here: each event travels alone$/m);
  });

  test("prints the public key where the provider signs with a private one", async () => {
    await using receiver = await listen();

    const { code, text } = await deliver({ to: receiver.url }, { contract: "mail.yaml", environment: {} });

    expect(code).toBe(0);
    expect(text).toMatch(/^# verify with the public key MFkw\S+\n/);
  });

  test("prints the journal as JSON Lines for programs", async () => {
    await using receiver = await listen();

    const { text } = await deliver({ to: receiver.url, json: true });

    const kinds = text
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds).toEqual(["event-made", "delivery-sent", "delivery-answered"]);
    expect(text).not.toContain(secret);
  });

  test("exits 1 where nobody listens, whatever it sends", async () => {
    const gone = await listen();
    await gone[Symbol.asyncDispose]();

    const { code, text } = await deliver({ to: gone.url, as: "wrong-secret" });

    expect(code).toBe(1);
    expect(text).toContain("no answer: nobody listens there");
  });

  test("shows no control characters of an answer", async () => {
    await using receiver = await listen((response) => response.end("\u001b[2Jhello"));

    const { text } = await deliver({ to: receiver.url });

    expect(text).toContain("�[2Jhello");
  });

  test.each([
    ["no address", {}, {}, "--to: expected a URL that begins with http:// or https://, got nothing."],
    [
      "what is no address",
      { to: "localhost:3000" },
      {},
      "--to: expected a URL that begins with http:// or https://, got 'localhost:3000'.",
    ],
    [
      "another machine",
      { to: "https://hooks.example.com/x" },
      {},
      "--to: hooks.example.com is not this machine. Add --remote if it is yours (a tunnel, a test server): what goes there may be forged or malformed on purpose.",
    ],
    [
      "a name that only looks like this machine",
      { to: "http://127.0.0.1.example.com/" },
      {},
      "--to: 127.0.0.1.example.com is not this machine.",
    ],
    [
      "a variant nobody knows",
      { to: "http://localhost:1/", as: "stail" },
      {},
      "got 'stail'. Did you mean 'stale'?",
    ],
    [
      "a variant that does not apply",
      { to: "http://localhost:1/", as: "names-other-source" },
      {},
      "No delivery of 'increment' as 'names-other-source': bodies do not name their source.",
    ],
    [
      "a kind nobody knows",
      { to: "http://localhost:1/" },
      { event: "incremented" },
      "event: expected one of increment, got 'incremented'. Did you mean 'increment'?",
    ],
    [
      "a signed delivery without a secret",
      { to: "http://localhost:1/" },
      { environment: {} },
      "/counter.yaml: deliveries are signed (hmac). Give the receiver's secret with --secret, or in THREEWORLDS_WEBHOOK_SECRET.",
    ],
    [
      "a secret where a private key signs",
      { to: "http://localhost:1/" },
      { contract: "mail.yaml" },
      "The scheme 'sendgrid' signs with a private key, which the provider keeps: it cannot sign with a secret of yours.",
    ],
    [
      "a contract without webhooks",
      { to: "http://localhost:1/" },
      { contract: "none.yaml" },
      "it has no `webhooks`, so there is nothing to deliver.",
    ],
    [
      "a wait that is none",
      { to: "http://localhost:1/", wait: "soon" },
      {},
      "--wait: expected a duration such as 500ms or 10s, at most 24d, got 'soon'.",
    ],
  ])("refuses %s", async (_, options, more, message) => {
    await expect(deliver(options, more)).rejects.toThrow(message.replace(/^\//, `${folder}/`));
  });

  test.each(["http://127.0.0.1:1/", "http://127.8.8.8:1/", "http://[::1]:1/", "http://app.localhost:1/"])(
    "takes %s for this machine",
    async (to) => {
      await expect(deliver({ to, as: "names-other-source" })).rejects.toThrow(
        "bodies do not name their source",
      );
    },
  );
});
