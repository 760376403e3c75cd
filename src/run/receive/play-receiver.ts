import { setTimeout as realTime } from "node:timers/promises";
import { startSender } from "../../../mock-provider/webhooks/start.js";
import type { Delivered, WebhookSender } from "../../../mock-provider/webhooks/sender.js";
import type { DeliveryOrder } from "../../core/delivery.js";
import { KitError } from "../../core/errors.js";
import { type Entry, only, type ReceiverHistory } from "../../core/history.js";
import type { FaultPoint } from "../../core/protocol.js";
import type { ReceiverStep } from "../../core/receiver-step.js";
import type { IdleSessions } from "../idle-sessions.js";
import { maskSecrets } from "../../core/mask.js";
import { makeScratchDirectory } from "../scratch.js";
import { ReceiverStage } from "./receiver-stage.js";
import type { ReceiverTarget } from "./target.js";

/** A scenario as it will be played. */
export interface ReceiverScript {
  /** `<scenario>` or `<scenario>/<variant>`. */
  id: string;
  steps: ReceiverStep[];
}

/** Real ms before a genuine delivery that was answered with "later" comes again, and how long a declared wait is kept to. */
const again = { waits: [20, 200, 1000], longestMs: 2000 };

/**
 * Plays one scenario in a world of its own (fresh sender, fresh state directory) and returns all that happened. Never throws
 * for what a receiver does: what could not be played is in `unplayable`.
 */
export async function playReceiver(
  target: ReceiverTarget,
  script: ReceiverScript,
  idle: IdleSessions,
): Promise<ReceiverHistory> {
  const directory = makeScratchDirectory();
  const sender = startSender(target.contract, { seed: target.seed });
  const stage = new ReceiverStage(target, sender, directory.path, idle);
  const secrets = new Set<string>();
  const scene = new Receiving(sender, stage, secrets);
  let unplayable: string | null = null;
  try {
    await scene.run(script.steps);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    unplayable = error.message;
  } finally {
    await stage.close();
    await sender.close();
    directory.remove();
  }
  return maskSecrets(unmaskedHistory(target, script, sender.journal.entries(), unplayable), [...secrets]);
}

function unmaskedHistory(
  target: ReceiverTarget,
  script: ReceiverScript,
  entries: Entry[],
  unplayable: string | null,
): ReceiverHistory {
  return {
    version: 1,
    direction: "receives",
    contract: { file: target.contract.file, source: target.contract.source },
    connector: target.command,
    operation: "webhooks",
    scenario: script.id,
    seed: target.seed,
    patienceMs: target.patienceMs,
    capabilities: target.capabilities,
    steps: script.steps,
    unplayable,
    entries,
  };
}

class Receiving {
  readonly #sender: WebhookSender;
  readonly #stage: ReceiverStage;
  /** Every secret that was ever valid, to be masked. */
  readonly #secrets: Set<string>;
  readonly #begun: Promise<Delivered>[] = [];
  #ordered: FaultPoint = "beforeCommit";

  constructor(sender: WebhookSender, stage: ReceiverStage, secrets: Set<string>) {
    this.#sender = sender;
    this.#stage = stage;
    this.#secrets = secrets;
  }

  async run(steps: readonly ReceiverStep[]): Promise<void> {
    this.#noteSecrets();
    await this.#stage.start();
    await this.#stage.read();
    for (const [index, step] of steps.entries()) {
      if (this.#stage.hasDied) break;
      this.#sender.journal.append({ kind: "receiver-step", index, step });
      await this.#step(step);
    }
    await Promise.all(this.#begun);
    const last = this.#sender.journal.entries().at(-1);
    if (last?.kind !== "applied-read") await this.#stage.read();
  }

  async #step(step: ReceiverStep): Promise<void> {
    switch (step.step) {
      case "make": {
        const { step: _, ...event } = step;
        this.#sender.make(event);
        return;
      }
      case "deliver":
        await this.#deliver(orderIn(step), step.once === true);
        return this.#stage.read();
      case "together":
        await this.#sender.together(step.deliveries);
        return this.#stage.read();
      case "disturb": {
        const { step: _, ...order } = step;
        this.#ordered = order.at;
        return this.#stage.disturb(order);
      }
      case "begin":
        return this.#begin(orderIn(step));
      case "finish":
        await Promise.all(this.#begun.splice(0));
        return this.#stage.read();
      case "settle":
        return this.#stage.read(true);
      case "crash":
        return this.#crash(orderIn(step), step.after);
      case "kill":
        await this.#stage.kill("the scenario kills it");
        // Those it worked on are lost now.
        await Promise.all(this.#begun.splice(0));
        return;
      case "restart":
        await this.#stage.kill("the scenario restarts it");
        await this.#stage.start(step.secrets);
        return this.#stage.read();
      case "advance":
        this.#sender.clock.advance(step.byMs);
        return this.#stage.setClock();
      case "rotate":
        this.#sender.rotate("first");
        this.#noteSecrets();
        return;
      case "endRotation":
        this.#sender.endRotation("first");
        return;
    }
  }

  async #deliver(order: DeliveryOrder, once: boolean): Promise<void> {
    for (const wait of [...again.waits, null]) {
      const delivered = await this.#sender.deliver(order);
      if (once || wait === null || !this.#isToldToComeAgain(delivered)) return;
      await realTime(Math.max(wait, Math.min(retryAfterMs(delivered), again.longestMs)));
    }
  }

  #isToldToComeAgain({ delivery, end }: Delivered): boolean {
    const sent = only(this.#sender.journal.entries(), "delivery-sent").find(
      (entry) => entry.delivery === delivery,
    );
    if (sent === undefined || sent.defects.length > 0 || this.#stage.session?.alive !== true) return false;
    return end.is === "answered" && (end.status === 429 || end.status >= 500);
  }

  async #begin(order: DeliveryOrder): Promise<void> {
    const delivered = this.#sender.deliver(order);
    this.#begun.push(delivered);
    await this.#stage.metOne(this.#ordered, delivered);
  }

  async #crash(order: DeliveryOrder, after: number | "answer"): Promise<void> {
    const last = this.#sender.journal.entries().at(-1)?.seq ?? 0;
    const delivered = this.#sender.deliver(order);
    if (after === "answer") await delivered;
    else {
      const sent = this.#sender.journal.waitFor(({ kind, seq }) => kind === "delivery-sent" && seq > last);
      await Promise.race([sent, delivered]);
      await realTime(after);
    }
    await this.#stage.kill(
      after === "answer" ? "crash: it had answered" : `crash: ${after} ms after the request`,
    );
    await delivered;
  }

  #noteSecrets(): void {
    for (const { secrets } of Object.values(this.#sender.sources)) {
      for (const secret of secrets) this.#secrets.add(secret);
    }
  }
}

function orderIn(
  step: { step: string; once?: boolean; after?: number | "answer" } & DeliveryOrder,
): DeliveryOrder {
  const { step: _, once: _once, after: _after, ...order } = step;
  return order;
}

function retryAfterMs({ end }: Delivered): number {
  if (end.is !== "answered") return 0;
  const seconds = Number(end.headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) ? 1000 * seconds : 0;
}
