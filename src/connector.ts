import { createInterface } from "node:readline";
import { isObject } from "./core/json.js";
import type { Capability, Claim, Command, World } from "./core/protocol.js";

export type { Claim, OutcomeWord, Timing, World } from "./core/protocol.js";

type Message = Command & { id: number };

/** One write that is asked for, under the business key that identifies it. */
export type PerformRequest = Omit<Extract<Command, { command: "perform" }>, "command">;

/** What a connector does on each message; only `perform` is required. */
export interface ConnectorHandlers {
  /** Do it, once, and say what is known: a word that is not certain has to be `unknown`. */
  perform(request: PerformRequest): Claim | Promise<Claim>;
  /** One pass over everything unresolved: by business key, what is known now. */
  reconcile?(request: { now: string }): Record<string, Claim> | Promise<Record<string, Claim>>;
  /** What the durable record says; no traffic to the provider. `absent` when there is none. */
  inspect?(request: { businessKey: string }): Claim | Promise<Claim>;
  /** What else it can do; `reconcile` and `inspect` follow from the functions above. */
  capabilities?: Exclude<Capability, "reconcile" | "inspect" | "faults" | "sources">[];
}

/**
 * Puts a connector under the kit: reads messages from stdin, answers on stdout, ends when stdin closes. The factory is called
 * for every world that is opened; what it throws, or a handler throws, is reported as an error and claims nothing.
 */
export function serveConnector(
  factory: (world: World) => ConnectorHandlers | Promise<ConnectorHandlers>,
): void {
  let handlers: ConnectorHandlers | undefined;
  let turn = Promise.resolve();

  async function carryOut(message: Message): Promise<object> {
    if (message.command === "open") {
      handlers = await factory(message.world);
      return { protocol: 1, capabilities: capabilitiesOf(handlers) };
    }
    if (handlers === undefined) throw new Error("the first message has to be 'open'");
    if (message.command === "perform") return handlers.perform(message);
    if (message.command === "reconcile") {
      if (handlers.reconcile === undefined) throw new Error("this connector cannot reconcile");
      return { outcomes: await handlers.reconcile(message) };
    }
    if (handlers.inspect === undefined) throw new Error("this connector cannot be inspected");
    return handlers.inspect(message);
  }

  async function respond(message: Message): Promise<void> {
    let answer: object;
    try {
      answer = await carryOut(message);
      if (!isObject(answer))
        throw new TypeError(`${message.command} returned ${JSON.stringify(answer)}, which is no claim`);
    } catch (error) {
      console.error(error);
      answer = { error: String(error) };
    }
    process.stdout.write(`${JSON.stringify({ id: message.id, ...answer })}\n`);
  }

  // The kit writes ASCII only, so what readline takes for a line is one.
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const message = JSON.parse(line) as Message;
      const atOnce = message.command !== "open" && handlers?.capabilities?.includes("concurrent");
      if (atOnce === true) void respond(message);
      else turn = turn.then(() => respond(message));
    })
    .on("close", () => void turn.then(() => process.exit()));
}

function capabilitiesOf(handlers: ConnectorHandlers): Capability[] {
  return [
    ...(handlers.reconcile === undefined ? [] : (["reconcile"] as const)),
    ...(handlers.inspect === undefined ? [] : (["inspect"] as const)),
    ...(handlers.capabilities ?? []),
  ];
}
