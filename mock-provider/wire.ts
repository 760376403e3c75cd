import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "./connection.js";
import type { WireAnswer, WirePlan } from "./fault.js";
import { answerBytes } from "./wire-answer.js";

/** A reset discards what the client has not read yet, and a client that sees bytes and reset at once may report a clean end. */
const beforeResetMs = 20;

/**
 * Writes a plan byte for byte, past the HTTP server. True when the whole answer, unaltered, was handed to the socket.
 * The request must have been read completely.
 */
export async function writePlan(
  connection: Connection,
  response: ServerResponse,
  answer: WireAnswer,
  plan: WirePlan,
): Promise<boolean> {
  for (const { bytes, afterMs = 0 } of plan.chunks) {
    if (afterMs > 0) await Promise.race([pause(afterMs, undefined, { ref: false }), connection.over()]);
    if (connection.isOver || !(await write(connection, bytes))) return false;
  }
  if (plan.end === "fin") {
    connection.close();
  } else if (plan.end === "rst") {
    await Promise.race([pause(beforeResetMs, undefined, { ref: false }), connection.over()]);
    connection.reset();
  } else {
    // Tells the HTTP server that this answer is out, so that it takes the next request of the connection.
    response.emit("finish");
  }
  return Buffer.concat(plan.chunks.map(({ bytes }) => bytes)).equals(answerBytes(answer));
}

function write({ socket }: Connection, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    socket.write(bytes, (error) => resolve(error === null || error === undefined));
  });
}
