import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { startSender } from "../../../mock-provider/webhooks/start.js";
import type { SenderOptions, WebhookSender } from "../../../mock-provider/webhooks/sender.js";
import { loadContract } from "../../../src/contract/load.js";
import type { Contract } from "../../../src/contract/model.js";

/** One delivery as it came. */
export interface Got {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
  /** How the body's bytes came in. */
  chunks: number;
}

export interface TestReceiver {
  url: string;
  got: Got[];
  sockets: Set<Socket>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Listens and answers each delivery, by default with 200. */
export async function listen(
  answer: (response: ServerResponse, got: Got, count: number) => void = (response) => response.end(),
): Promise<TestReceiver> {
  const got: Got[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const one: Got = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks),
        chunks: chunks.length,
      };
      got.push(one);
      answer(response, one, got.length);
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    got,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export const startAt = Date.parse("2026-11-30T12:00:00.000Z");

/** A counter's events; `more` overrides and adds keys of `webhooks`. */
export function counterContract(more: Record<string, string> = {}): Contract {
  const keys: Record<string, string> = {
    kind: "{ in: body, pointer: /kind }",
    events: `
    increment:
      schema:
        type: object
        additionalProperties: false
        required: [event_id, kind, value]
        properties:
          event_id: { type: string }
          kind: { const: increment }
          value: { type: integer, minimum: 1, maximum: 100 }
      example: { event_id: "{{event.id}}", kind: increment, value: 3 }
      varies: /value
      meaning: adds`,
    identity: '{ in: body, pointer: /event_id, format: "evt-{{hex 12}}" }',
    delivery: '{ in: header, name: X-Delivery-Id, format: "{{uuid}}" }',
    fingerprint: "body",
    signature: `
    scheme: hmac
    header: X-Signature
    signs: "demo\\n{delivery}\\n{timestamp}\\n{body}"
    timestamp: { in: header, name: X-Timestamp, unit: s }
    tolerance: { past: 5m, future: 5m }`,
    acknowledge: "{ success: [2xx], within: 2s }",
    redelivery:
      "{ when: [noAnswer, 5xx, 4xx], final: [410], schedule: [0s, 1m, 5m, 1h], for: 1d, resigned: true }",
    limits: "{ bodyBytes: 8192 }",
    ...more,
  };
  const lines = Object.entries(keys).map(([key, value]) => `  ${key}: ${value}`);
  return loadContract(
    `threeworlds: 1\nprovider: { name: Counter }\nwebhooks:\n${lines.join("\n")}\n`,
    "counter.yaml",
  );
}

/** A sender of the contract, pointed at the receiver. */
export function senderTo(
  receiver: TestReceiver,
  contract = counterContract(),
  options: SenderOptions = {},
): WebhookSender {
  return startSender(contract, { url: receiver.url, seed: 7, startAt, ...options });
}
