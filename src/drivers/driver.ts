import type { RunnerEntry } from "../core/history.js";
import type { Answer, Capability, Command, ReceiverCommand, World } from "../core/protocol.js";

/** A way to reach a connector. A file in this folder default-exports one; its `id` is the file name. */
export interface Driver {
  id: string;
  summary: string;
  /** Starts one process of the connector and sends `open`. Rejects with KitError("connector") when it cannot be started. */
  start(launch: Launch): Promise<Session>;
}

export interface Launch {
  /** What the user gave: a shell command for `stdio`. */
  command: string;
  /** Absolute. */
  workingDirectory: string;
  environment: Record<string, string>;
  world: World;
  /** The number the history uses for this process. */
  process: number;
  patienceMs: number;
  /** Takes what is seen of the process: started, exited, killed, logged, misbehaved. */
  record(entry: RunnerEntry): void;
}

/** What came of a message. */
export type Reply =
  | { kind: "answer"; answer: Answer }
  | { kind: "no-answer"; why: "exited" | "killed" | "patience" | "protocol"; detail: string };

/** One running process of a connector. */
export interface Session {
  process: number;
  capabilities: Capability[];
  /** Where a receiver listens, as it said when it was opened. */
  place?: { port: number | null; path: string };
  alive: boolean;
  /** The last message id used; ids are unique within a process. */
  ask(command: Command | ReceiverCommand): { id: number; reply: Promise<Reply> };
  /** The scenario is over: what was printed is recorded to its end. Afterwards it is reopened or closed. */
  rest(): void;
  /**
   * Takes the process into another world, for connectors with the `reopen` capability: sends `open` again and answers
   * false when that was not answered as it has to be (it is killed then).
   */
  reopen(launch: Launch): Promise<boolean>;
  /** SIGKILL to the whole process group; resolves when it is gone. */
  kill(why: string): Promise<void>;
  /** Closes stdin, waits two seconds, then kills. */
  close(): Promise<void>;
}
