import { existsSync } from "node:fs";
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { Capability, Message } from "../../core/protocol.js";
import type { Launch, Reply, Session } from "../driver.js";
import { claimsOf, readLine } from "./answer.js";
import { connectorEnvironment } from "./environment.js";
import { LineSplitter, maxLineBytes, maxOutputBytes } from "./lines.js";
import { LogKeeper } from "./log-keeper.js";
import { placeIn } from "./opening.js";
import { processesNow } from "./process-table.js";
import { killStrays, markName, newMark } from "./strays.js";
import { forgetGroup, groupGone, killGroup, watchGroup } from "./process-groups.js";

const closeWithinMs = 2000;
/** How long output is still read after the last process of the group died: one that left the group may hold the pipe. */
const drainWithinMs = 500;
const goneWithinMs = 5000;

interface Pending {
  command: Message["command"];
  patience: NodeJS.Timeout;
  settle(reply: Reply): void;
}

/** One process of a connector, in a process group of its own, spoken to in lines of JSON. */
export class ConnectorProcess implements Session {
  process: number;
  capabilities: Capability[] = [];
  place?: NonNullable<Session["place"]>;
  alive: boolean;

  #launch: Launch;
  readonly #mark = newMark();
  /** The processes of the machine that it cannot have started. */
  readonly #before = processesNow();
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pending = new Map<number, Pending>();
  /** What the answers so far have claimed, by the id of the message. */
  readonly #claims = new Map<number, string>();
  #logs: { stdout: LogKeeper; stderr: LogKeeper };
  readonly #gone: Promise<void>;
  #lastId = 0;
  #outputBytes = 0;
  #killed = false;
  #ending = "";

  constructor(launch: Launch) {
    this.#launch = launch;
    this.process = launch.process;
    this.#logs = logsFor(launch);
    this.#child = spawn(launch.command, {
      shell: true,
      detached: true,
      cwd: launch.workingDirectory,
      env: {
        ...connectorEnvironment(process.env, launch.environment, launch.world),
        [markName]: this.#mark,
      },
      stdio: "pipe",
    });
    const { pid } = this.#child;
    this.alive = pid !== undefined;
    if (pid !== undefined) {
      watchGroup(pid);
      launch.record({ kind: "process-started", process: launch.process, pid, reused: false });
    }
    this.#gone = this.#live(pid);
  }

  ask(command: Parameters<Session["ask"]>[0]): { id: number; reply: Promise<Reply> } {
    const id = ++this.#lastId;
    const reply = new Promise<Reply>((resolve) => {
      if (!this.alive) {
        const why = this.#killed ? "killed" : "exited";
        resolve(this.#gone.then(() => ({ kind: "no-answer", why, detail: this.#ending })));
        return;
      }
      const patience = setTimeout(() => this.#outOfPatience(id), this.#launch.patienceMs);
      this.#pending.set(id, { command: command.command, patience, settle: resolve });
      const message: Message = { id, ...command };
      this.#child.stdin.write(`${asciiJson(message)}\n`);
    });
    return { id, reply };
  }

  rest(): void {
    for (const log of Object.values(this.#logs)) log.end();
  }

  async reopen(launch: Launch): Promise<boolean> {
    const { pid } = this.#child;
    if (!this.alive || pid === undefined) return false;
    this.#launch = launch;
    this.process = launch.process;
    this.#logs = logsFor(launch);
    this.#outputBytes = 0;
    launch.record({ kind: "process-started", process: launch.process, pid, reused: true });
    const { reply } = this.ask({ command: "open", protocol: 1, world: launch.world });
    const said = await reply;
    if (said.kind === "answer" && "protocol" in said.answer) {
      this.place = placeIn(said);
      return true;
    }
    await this.kill("it did not open again");
    return false;
  }

  async kill(why: string): Promise<void> {
    this.#kill(why);
    await this.#gone;
  }

  async close(): Promise<void> {
    if (this.alive) this.#child.stdin.end();
    const timer = setTimeout(
      () => this.#kill(`still running ${closeWithinMs} ms after its stdin was closed`),
      closeWithinMs,
    );
    await this.#gone;
    clearTimeout(timer);
  }

  /** What it last wrote to stderr, as an indented block for a message; empty when it wrote nothing. */
  lastWords(): string {
    const lines = this.#logs.stderr.tail();
    if (lines.length === 0) return "It wrote nothing to stderr.";
    return ["Last lines of stderr:", ...lines.map((line) => `  ${line}`)].join("\n");
  }

  /** From start to the moment nothing of it is left. */
  async #live(group: number | undefined): Promise<void> {
    const child = this.#child;
    // Written after it closed its stdin or died: what came of the message is seen by the exit or by patience.
    child.stdin.on("error", () => {});
    const lines = this.#readLines();
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const ended = await new Promise<{ code: number | null; signal: string | null; error?: Error }>(
      (resolve) => {
        child.once("exit", (code, signal) => resolve({ code, signal }));
        child.on("error", (error) => resolve({ code: null, signal: null, error }));
      },
    );
    this.alive = false;
    if (group === undefined) {
      const folder = this.#launch.workingDirectory;
      const why = existsSync(folder) ? ended.error?.message : `the folder ${folder} does not exist`;
      this.#end(`could not be started (${why})`);
      return;
    }
    // What the leader leaves behind ends with it.
    killGroup(group);
    const strays = killStrays(this.#mark, group, this.#before);
    await within(closed, drainWithinMs);
    child.stdout.destroy();
    child.stderr.destroy();
    for (const splitter of lines) splitter.end();
    for (const log of Object.values(this.#logs)) log.end();
    if (!this.#killed) {
      this.#launch.record({
        kind: "process-exited",
        process: this.process,
        code: ended.code,
        signal: ended.signal,
      });
    }
    if (strays.length > 0) {
      const which = strays.map(({ pid, command }) => `${pid} (${command})`).join(", ");
      this.#misbehaved(`left processes running outside its process group: ${which}; they were killed`);
    }
    this.#end(ended.signal === null ? `exited with code ${ended.code}` : `ended by ${ended.signal}`);
    if (!(await groupGone(group, goneWithinMs, this.#before))) {
      this.#misbehaved(`processes of group ${group} are still there ${goneWithinMs} ms after SIGKILL`);
      return;
    }
    forgetGroup(group);
  }

  #end(ending: string): void {
    this.#ending = ending;
    const why = this.#killed ? "killed" : "exited";
    this.#settleAll(why, ending);
  }

  #readLines(): LineSplitter[] {
    const { stdout, stderr } = this.#child;
    return [
      this.#read(stdout, "stdout", (line) => this.#take(line)),
      this.#read(stderr, "stderr", (line) => this.#logs.stderr.add(line)),
    ];
  }

  #read(stream: NodeJS.ReadableStream, name: string, onLine: (line: string) => void): LineSplitter {
    const splitter = new LineSplitter(onLine, () =>
      this.#tooMuch(`wrote a line of more than ${maxLineBytes} bytes to ${name}`),
    );
    stream.on("data", (chunk: Buffer) => {
      if (this.#outputBytes > maxOutputBytes) return;
      this.#outputBytes += chunk.length;
      if (this.#outputBytes > maxOutputBytes) {
        this.#tooMuch(`wrote more than ${maxOutputBytes} bytes in all`);
      } else {
        splitter.feed(chunk);
      }
    });
    return splitter;
  }

  #take(line: string): void {
    const reading = readLine(line, {
      open: (id) => this.#pending.get(id)?.command,
      ever: (id) => id >= 1 && id <= this.#lastId,
    });
    if (reading.kind === "answer") {
      this.#claims.set(reading.id, claimsOf(reading.answer));
      this.#settle(reading.id, { kind: "answer", answer: reading.answer });
      return;
    }
    this.#logs.stdout.add(line);
    if (reading.kind === "log" || this.#killed) return;
    // What it said on stderr about it may be waiting to be read in this turn of the loop.
    setImmediate(() => {
      const again = reading.kind === "stray" ? reading.again : null;
      const isOther = again !== null && (this.#claims.get(again.id) ?? again.claims) !== again.claims;
      this.#misbehaved(reading.detail, isOther ? again.id : undefined);
      if (reading.kind === "invalid") {
        this.#settle(reading.id, { kind: "no-answer", why: "protocol", detail: reading.detail });
      }
    });
  }

  #settle(id: number, reply: Reply): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    clearTimeout(pending.patience);
    pending.settle(reply);
  }

  #settleAll(why: Extract<Reply, { kind: "no-answer" }>["why"], detail: string): void {
    for (const id of this.#pending.keys()) this.#settle(id, { kind: "no-answer", why, detail });
  }

  #outOfPatience(id: number): void {
    const command = this.#pending.get(id)?.command ?? "message";
    const why = `no answer to ${command} (message ${id}) within ${this.#launch.patienceMs} ms`;
    this.#settle(id, { kind: "no-answer", why: "patience", detail: why });
    this.#kill(why);
  }

  #tooMuch(what: string): void {
    this.#misbehaved(what);
    this.#settleAll("protocol", what);
    this.#kill(what);
  }

  #misbehaved(what: string, contradicts?: number): void {
    this.#launch.record({
      kind: "misbehaved",
      process: this.process,
      what: `${what}\n${this.lastWords()}`,
      ...(contradicts === undefined ? {} : { contradicts }),
    });
  }

  #kill(why: string): void {
    const { pid } = this.#child;
    if (!this.alive || pid === undefined) return;
    this.alive = false;
    this.#killed = true;
    killGroup(pid);
    this.#launch.record({ kind: "process-killed", process: this.process, why });
    this.#settleAll("killed", why);
  }
}

function logsFor(launch: Launch): { stdout: LogKeeper; stderr: LogKeeper } {
  const record = launch.record.bind(launch);
  return {
    stdout: new LogKeeper(launch.process, "stdout", record),
    stderr: new LogKeeper(launch.process, "stderr", record),
  };
}

/** JSON in ASCII alone: no reader, whatever its locale or its notion of a line (U+2028), can cut or garble a message. */
function asciiJson(message: Message): string {
  return JSON.stringify(message).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

async function within(event: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([event, late]);
  clearTimeout(timer);
}
