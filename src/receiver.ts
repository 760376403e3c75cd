import type { Server, ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import type { AddressInfo } from "node:net";
import type { Json } from "./core/json.js";
import type { AppliedEffect, FaultPoint, Message, World } from "./core/protocol.js";

export type { AppliedEffect, FaultPoint, WebhookSource, World } from "./core/protocol.js";

/** The most effects in one answer; the kit asks for the rest. */
const pageSize = 10_000;

/** A receiver as the kit sees it: the server that takes the deliveries, and a view of the business data. */
export interface Receiver {
  /** Not listening yet: `http.createServer(app)`. */
  server: Server;
  /** Where deliveries go; default `/`. */
  path?: string;
  /** The business effects in order of effect, read from the data themselves, not from the list of what was seen. */
  applied(): AppliedReport | Promise<AppliedReport>;
  /** Sets the receiver's clock: the `clock` capability. */
  setClock?(now: Date): void;
  /**
   * `faults`: it calls `testPoint` where its name says; `sources`: it serves all of `world.sources`; `reopen`: the factory may be
   * called again, for another world.
   */
  capabilities?: ("faults" | "sources" | "reopen")[];
}

export interface AppliedReport {
  applied: AppliedEffect[];
  /** Events durably taken and not yet applied, for a receiver with an inbox. */
  accepted?: string[];
  /** Anything that says what the business data are. */
  state?: Json;
}

/**
 * Where a receiver lets itself be disturbed: does nothing, unless the kit ordered something for this point. Then it throws (as a
 * dependency that is down would), waits, or closes the connection of `response`. Deliveries have no say in it.
 */
export type TestPoint = (at: FaultPoint, response: ServerResponse) => Promise<void>;

type Ordered = Extract<Message, { command: "fault" }>;

/**
 * Puts a receiver under the kit: reads messages from stdin, answers on stdout, ends when stdin closes. The factory is called
 * with the world and the test points, for every world that is opened.
 */
export function serveReceiver(
  factory: (world: World, testPoint: TestPoint) => Receiver | Promise<Receiver>,
): void {
  let receiver: Receiver | undefined;
  let turn = Promise.resolve();
  let met = 0;
  let held = 0;
  const ordered: Ordered[] = [];

  const testPoint: TestPoint = async (at, response) => {
    const order = ordered.find((one) => one.at === at && (one.times ?? 1) > 0);
    if (order === undefined) return;
    order.times = (order.times ?? 1) - 1;
    met += 1;
    if (order.do === "fail") throw new Error(`ordered by the kit: a failure at ${at}`);
    if (order.do === "close") response.destroy();
    else {
      held += 1;
      await new Promise((resolve) => setTimeout(resolve, order.forMs ?? 0));
      held -= 1;
    }
  };

  async function carryOut(message: Message): Promise<object> {
    if (message.command === "open") {
      receiver?.server.close().closeAllConnections();
      ordered.length = met = 0;
      receiver = await factory(message.world, testPoint);
      const port = await listen(receiver.server);
      return { protocol: 1, path: receiver.path ?? "/", port, capabilities: capabilitiesOf(receiver) };
    }
    if (receiver === undefined) throw new Error("the first message has to be 'open'");
    if (message.command === "applied") {
      const { applied, ...rest } = await receiver.applied();
      const from = message.since ?? 0;
      return { applied: applied.slice(from, from + pageSize), ...rest, met, held };
    }
    if (message.command === "clock") receiver.setClock?.(new Date(message.now));
    else if (message.command === "fault") ordered.push(message);
    else throw new Error(`a receiver knows no '${message.command}'`);
    return { protocol: 1 };
  }

  async function respond(message: Message): Promise<void> {
    let answer: object;
    try {
      answer = await carryOut(message);
    } catch (error) {
      console.error(error);
      answer = { error: String(error) };
    }
    process.stdout.write(`${JSON.stringify({ id: message.id, ...answer })}\n`);
  }

  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const message = JSON.parse(line) as Message;
      turn = turn.then(() => respond(message));
    })
    .on("close", () => process.exit());
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(Number(process.env["THREEWORLDS_PORT"] ?? 0), "127.0.0.1", () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function capabilitiesOf(receiver: Receiver): string[] {
  return [...(receiver.setClock === undefined ? [] : ["clock"]), ...(receiver.capabilities ?? [])];
}
