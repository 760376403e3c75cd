import { STATUS_CODES } from "node:http";
import type { WireAnswer } from "./fault.js";

const framing = new Set(["content-length", "transfer-encoding"]);

/** Status line and headers as they travel, the blank line included; `framed` replaces the framing header. */
export function answerHead(answer: WireAnswer, framed?: [name: string, value: string]): Buffer {
  const headers = framed
    ? [...answer.headers.filter(([name]) => !framing.has(name.toLowerCase())), framed]
    : answer.headers;
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? "Unknown"}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** The whole answer as it travels. */
export function answerBytes(answer: WireAnswer): Buffer {
  return Buffer.concat([answerHead(answer), answer.body]);
}
