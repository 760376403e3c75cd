import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { Capability, Command, ReceiverCommand } from "../../core/protocol.js";
import type { Launch, Reply } from "../driver.js";
import { readLine } from "../process/answer.js";
import { connectorEnvironment } from "../process/environment.js";
import { LineSplitter } from "../process/lines.js";
import { LogKeeper } from "../process/log-keeper.js";
import type { OpeningSession } from "../process/opening.js";
import type { NodeProgram } from "./program.js";

const closeWithinMs = 2000;

interface Pending {
  command: (Command | ReceiverCommand)["command"];
  patience: NodeJS.Timeout;
  settle(reply: Reply): void;
}

/** A connector in a thread, spoken to in lines of JSON as a process is. */
export class ConnectorThread implements OpeningSession {
  process: number;
  capabilities: Capability[] = [];
  alive = true;

  #launch: Launch;
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #gone: Promise<void>;
  #logs: { stdout: LogKeeper; stderr: LogKeeper };
  #lastId = 0;
  #isKilled = false;
  #ending = "";

  constructor(launch: Launch, { file, argv }: NodeProgram) {
    this.#launch = launch;
    this.process = launch.process;
    this.#logs = logsFor(launch);
    this.#worker = new Worker(resolve(launch.workingDirectory, file), {
      argv,
      env: connectorEnvironment(process.env, launch.environment, launch.world),
      stdin: true,
      stdout: true,
      stderr: true,
    });
    this.#recordStart(false);
    this.#gone = this.#live();
  }

  ask(command: Command | ReceiverCommand): { id: number; reply: Promise<Reply> } {
    const id = ++this.#lastId;
    const reply = new Promise<Reply>((settle) => {
      if (!this.alive) {
        const why = this.#isKilled ? "killed" : "exited";
        settle(this.#gone.then(() => ({ kind: "no-answer", why, detail: this.#ending })));
        return;
      }
      const { patienceMs } = this.#launch;
      const patience = setTimeout(() => {
        const why = `no answer to ${command.command} (message ${id}) within ${patienceMs} ms`;
        this.#settle(id, { kind: "no-answer", why: "patience", detail: why });
        void this.kill(why);
      }, patienceMs);
      this.#pending.set(id, { command: command.command, patience, settle });
      this.#worker.stdin?.write(`${JSON.stringify({ id, ...command })}\n`);
    });
    return { id, reply };
  }

  rest(): void {
    for (const log of Object.values(this.#logs)) log.end();
  }

  async reopen(launch: Launch): Promise<boolean> {
    if (!this.alive) return false;
    this.#launch = launch;
    this.process = launch.process;
    this.#logs = logsFor(launch);
    this.#recordStart(true);
    const said = await this.ask({ command: "open", protocol: 1, world: launch.world }).reply;
    if (said.kind === "answer" && "protocol" in said.answer) return true;
    await this.kill("it did not open again");
    return false;
  }

  async kill(why: string): Promise<void> {
    if (this.alive) {
      this.alive = false;
      this.#isKilled = true;
      this.#ending = why;
      this.#launch.record({ kind: "process-killed", process: this.process, why });
      this.#settleAll("killed");
      await this.#worker.terminate();
    }
    await this.#gone;
  }

  async close(): Promise<void> {
    this.#worker.stdin?.end();
    const timer = setTimeout(
      () => void this.kill(`still running ${closeWithinMs} ms after its stdin was closed`),
      closeWithinMs,
    );
    await this.#gone;
    clearTimeout(timer);
  }

  /** What it last wrote to stderr, as an indented block for a message. */
  lastWords(): string {
    const lines = this.#logs.stderr.tail();
    if (lines.length === 0) return "It wrote nothing to stderr.";
    return ["Last lines of stderr:", ...lines.map((line) => `  ${line}`)].join("\n");
  }

  async #live(): Promise<void> {
    const { stdout, stderr } = this.#worker;
    const tooLong = (): void => void this.kill("it wrote a line that is too long");
    const out = new LineSplitter((line) => this.#take(line), tooLong);
    const err = new LineSplitter((line) => this.#logs.stderr.add(line), tooLong);
    stdout.on("data", (chunk: Buffer) => out.feed(chunk));
    stderr.on("data", (chunk: Buffer) => err.feed(chunk));
    this.#worker.on("error", (error) => this.#logs.stderr.add(error.stack ?? error.message));
    const code = await new Promise<number>((ended) => this.#worker.once("exit", ended));
    this.alive = false;
    out.end();
    err.end();
    this.rest();
    if (this.#isKilled) return;
    this.#ending = `exited with code ${code}`;
    this.#launch.record({ kind: "process-exited", process: this.process, code, signal: null });
    this.#settleAll("exited");
  }

  #take(line: string): void {
    const reading = readLine(line, {
      open: (id) => this.#pending.get(id)?.command,
      ever: (id) => id >= 1 && id <= this.#lastId,
    });
    if (reading.kind === "answer") {
      this.#settle(reading.id, { kind: "answer", answer: reading.answer });
      return;
    }
    this.#logs.stdout.add(line);
    if (reading.kind === "log" || this.#isKilled) return;
    this.#launch.record({ kind: "misbehaved", process: this.process, what: reading.detail });
    if (reading.kind !== "invalid") return;
    this.#settle(reading.id, { kind: "no-answer", why: "protocol", detail: reading.detail });
  }

  #settle(id: number, reply: Reply): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.patience);
    pending.settle(reply);
  }

  #settleAll(why: "killed" | "exited"): void {
    for (const id of this.#pending.keys()) this.#settle(id, { kind: "no-answer", why, detail: this.#ending });
  }

  #recordStart(reused: boolean): void {
    const { threadId: pid } = this.#worker;
    this.#launch.record({ kind: "process-started", process: this.process, pid, reused });
  }
}

function logsFor(launch: Launch): { stdout: LogKeeper; stderr: LogKeeper } {
  const record = launch.record.bind(launch);
  return {
    stdout: new LogKeeper(launch.process, "stdout", record),
    stderr: new LogKeeper(launch.process, "stderr", record),
  };
}
