import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { startProvider } from "../../mock-provider/start.js";
import { only } from "../../src/core/history.js";
import { passTime } from "../../src/run/pass-time.js";
import { sampleContract } from "../contracts/sample-contracts.js";

const dayMs = 86_400_000;

/** Sends one request and is gone before anybody has answered. */
const sender = `
const [port, token] = process.argv.slice(1);
const body = JSON.stringify({ subject: "Printer on fire" });
const socket = require("node:net").connect(Number(port), "127.0.0.1", () => {
  const head = ["POST /v1/tickets HTTP/1.1", "Host: mock", "Authorization: Bearer " + token, "Content-Type: application/json"];
  socket.write([...head, "Content-Length: " + body.length, "", body].join("\\r\\n"), () => process.exit());
});
socket.on("error", () => process.exit(1));`;

describe("passing time", () => {
  test("first reads what was sent before, so that a request belongs to the time it was sent in", async () => {
    const provider = await startProvider(sampleContract("keyed"), { seed: 1 });
    const before = provider.clock.now();
    const { port } = new URL(provider.baseUrl);
    const { token } = provider.credentials.first;
    if (typeof token !== "string") throw new Error("the contract has a bearer token");

    // While the program runs, nothing here is read: this process waits for its end.
    const { status } = spawnSync(process.execPath, ["-e", sender, port, token]);
    await passTime(provider.clock, dayMs);

    const [request] = only(provider.journal.entries(), "request-received");
    await provider.close();
    expect(status).toBe(0);
    expect(request?.at).toBeLessThan(before + dayMs);
    expect(provider.clock.now()).toBeGreaterThanOrEqual(before + dayMs);
  });
});
