import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as realTime } from "node:timers/promises";
import type { WebhookSender } from "../../../mock-provider/webhooks/sender.js";
import { KitError } from "../../core/errors.js";
import type { Applied, FaultAct, FaultPoint, ReceiverCommand, World } from "../../core/protocol.js";
import type { KnownSecrets } from "../../core/receiver-step.js";
import type { Answer } from "../../core/protocol.js";
import type { Launch, Session } from "../../drivers/driver.js";
import type { IdleSessions } from "../idle-sessions.js";
import { defaultTiming } from "../timing.js";
import type { ReceiverTarget } from "./target.js";

/** Effects in one answer to `applied`; a full page has another one after it. */
const pageSize = 10_000;
const pollMs = { first: 2, longest: 50 };

/** The receiver's process in one scenario: starts it, asks it, kills it, and writes down what it says. */
export class ReceiverStage {
  readonly #target: ReceiverTarget;
  readonly #sender: WebhookSender;
  readonly #directory: string;
  readonly #idle: IdleSessions;
  #session: Session | null = null;
  #nextProcess = 1;
  #met = 0;
  #meant = false;
  #isClosing = false;

  constructor(target: ReceiverTarget, sender: WebhookSender, directory: string, idle: IdleSessions) {
    this.#idle = idle;
    this.#target = target;
    this.#sender = sender;
    this.#directory = directory;
  }

  get session(): Session | null {
    return this.#session;
  }

  /** Whether it died though nobody killed it. */
  get hasDied(): boolean {
    return this.#session?.alive === false && !this.#meant;
  }

  /** Starts a process on the state directory of the scenario, and points the provider to where it listens. */
  async start(secrets: KnownSecrets = "all"): Promise<Session> {
    const { driver, command, workingDirectory, environment, patienceMs } = this.#target;
    const stateDir = join(this.#directory, "state");
    await mkdir(stateDir, { recursive: true });
    const launch: Launch = {
      command,
      workingDirectory,
      environment,
      patienceMs,
      world: this.#world(stateDir, secrets),
      process: this.#nextProcess++,
      record: (entry) => {
        // That it ends when it is told to is no news.
        if (this.#isClosing && entry.kind === "process-exited") return;
        this.#sender.journal.append(entry);
      },
    };
    // After a crash a new process has to show what the old one left on disk.
    const idle = this.#session === null ? await this.#idle.take(launch) : null;
    const session = idle ?? (await driver.start(launch));
    this.#session = session;
    this.#met = 0;
    this.#meant = false;
    const { port, path } = session.place ?? { port: null, path: "/" };
    const { process, capabilities } = session;
    this.#sender.journal.append({ kind: "capabilities", process, capabilities });
    this.#sender.journal.append({ kind: "receiver-opened", process, port, path });
    if (port === null) {
      await session.kill("it did not say where it listens");
      throw new KitError(
        "connector",
        `The receiver \`${command}\`: expected a "port" in its answer to 'open', got none. Bind a free port (THREEWORLDS_PORT is 0) and say which.`,
      );
    }
    const { first, second } = this.#sender.sources;
    this.#sender.pointTo(`http://127.0.0.1:${port}${path}`);
    if (this.#target.webhooks.source.bound === "path") {
      this.#sender.pointTo(`http://127.0.0.1:${port}${path}/${first.name}`, "first");
      this.#sender.pointTo(`http://127.0.0.1:${port}${path}/${second.name}`, "second");
    }
    await this.setClock();
    return session;
  }

  /** Kills it, if it runs, and waits until it is gone. */
  async kill(why: string): Promise<void> {
    this.#meant = true;
    if (this.#session?.alive === true) await this.#session.kill(why);
  }

  /** The receiver's clock shows what the provider's does, if it can be set. */
  async setClock(): Promise<void> {
    if (this.#session?.capabilities.includes("clock") !== true) return;
    await this.#ask({ command: "clock", now: new Date(this.#sender.clock.now()).toISOString() });
  }

  async disturb(order: { at: FaultPoint; do: FaultAct; forMs?: number; times?: number }): Promise<void> {
    await this.#ask({ command: "fault", ...order });
  }

  /** Waits until a disturbance that was ordered is met, or `over`; false when it was not. */
  async metOne(point: FaultPoint, over: Promise<unknown>): Promise<boolean> {
    const before = this.#met;
    const ended = { yes: false };
    void over.finally(() => (ended.yes = true));
    for (let pause = pollMs.first; ; pause = Math.min(2 * pause, pollMs.longest)) {
      // Asked after it was seen to be over: what was met until then is told.
      const wasOver = ended.yes;
      const seen = await this.#page(0);
      if (seen === null) return false;
      if (seen.met > before) {
        this.#met = seen.met;
        const process = this.#session?.process ?? 0;
        this.#sender.journal.append({ kind: "disturbance-met", process, point, met: seen.met });
        return true;
      }
      if (wasOver) return false;
      await realTime(pause);
    }
  }

  /**
   * Reads the business data once nothing is accepted and not yet applied (`calm`: and nothing is held up), or patience is over.
   */
  async read(calm = false): Promise<void> {
    const deadline = performance.now() + this.#target.patienceMs;
    for (let pause = pollMs.first; ; pause = Math.min(2 * pause, pollMs.longest)) {
      const seen = await this.#all();
      if (seen === null) return;
      const isOver = seen.accepted.length === 0 && (!calm || seen.held === 0);
      if (isOver || performance.now() > deadline) {
        this.#met = seen.met;
        const process = this.#session?.process ?? 0;
        this.#sender.journal.append({ kind: "applied-read", process, ...seen });
        return;
      }
      await realTime(pause);
    }
  }

  /** Leaves the scenario: a process that can be opened again is kept for the next one, another ends. */
  async close(): Promise<void> {
    this.#meant = true;
    this.#isClosing = true;
    if (this.#session !== null) await this.#idle.give(this.#session);
  }

  async #all(): Promise<Applied | null> {
    const pages: Applied["applied"] = [];
    for (;;) {
      const page = await this.#page(pages.length);
      if (page === null) return null;
      pages.push(...page.applied);
      if (page.applied.length < pageSize) return { ...page, applied: pages };
    }
  }

  async #page(since: number): Promise<Applied | null> {
    const answer = await this.#ask({ command: "applied", ...(since === 0 ? {} : { since }) });
    if (answer === null || !("applied" in answer)) return null;
    const { applied, accepted, state, met, held } = answer;
    return { applied, accepted, state, met, held };
  }

  async #ask(command: ReceiverCommand): Promise<Answer | null> {
    const session = this.#session;
    if (session?.alive !== true) return null;
    const { id, reply } = session.ask(command);
    const said = await reply;
    const { process } = session;
    if (said.kind === "no-answer") {
      this.#sender.journal.append({ kind: "unanswered", process, id, why: said.why });
      return null;
    }
    if (!("error" in said.answer)) return said.answer;
    this.#sender.journal.append({ kind: "threw", process, id, error: said.answer.error });
    return null;
  }

  #world(stateDir: string, secrets: KnownSecrets): World {
    const { first, second } = this.#sender.sources;
    const known = first.secrets.filter((_, index) => isKnown(index, first.secrets.length, secrets));
    const own = this.#target.webhooks.source.bound === "path";
    const path = (name: string): { path?: string } => (own ? { path: `/${name}` } : {});
    return {
      // A receiver calls nobody here: the discard port.
      baseUrl: "http://127.0.0.1:9",
      stateDir,
      credentials: { account: first.name },
      timing: { ...defaultTiming, lookupLagMs: null, settlesWithinMs: null },
      now: new Date(this.#sender.clock.now()).toISOString(),
      webhookSecrets: known,
      sources: [
        { name: first.name, secrets: known, ...path(first.name) },
        { name: second.name, secrets: second.secrets, ...path(second.name) },
      ],
    };
  }
}

function isKnown(index: number, count: number, secrets: KnownSecrets): boolean {
  if (secrets === "newest") return index === 0;
  return secrets === "all" || index === count - 1;
}
