import type { Operation } from "../../src/contract/model.js";
import type { Effect, EntryOf } from "../../src/core/history.js";
import type { Ask } from "./asks.js";
import type { Wanted } from "./content.js";
import type { Look } from "./looks.js";
import type { Reading } from "./reading.js";

/** One logical operation of the connector: everything that belongs to one business key. */
export interface Intent {
  operation: Operation;
  businessKey: string;
  /** null where the scenario has only one account. */
  account: string | null;
  /** What the first perform asked for. */
  wanted: Wanted;
  performs: Ask[];
  sends: Send[];
  /** Attempts that never became a request: the connection was accepted and then broken or left hanging. */
  blind: Blind[];
  looks: Look[];
  polls: Poll[];
  claims: Claimed[];
  /** Effects that its requests left behind, planted ones aside. Ground truth: for judging claims, never for knowing. */
  effects: Made[];
}

/** A write that reached the provider. */
export interface Send {
  seq: number;
  at: number;
  wall: number;
  request: EntryOf<"request-received">;
  key: string | null;
  answer: EntryOf<"request-answered"> | null;
  /** What the answer says to one who reads all of it. */
  reading: Reading;
  /** Other things it can have looked like. */
  otherwise: Reading[];
  /** `seq` from which the connector can know the reading; Infinity when it never can. */
  readSeq: number;
  /** `seq` at which it was over for its sender: answered, given up, or its connection gone; Infinity when it never was. */
  endSeq: number;
  /** The process that sent it; null when several were at work. */
  process: number | null;
  /** On a slow machine the connector can have given up before it read this answer. */
  canBeMissed: boolean;
  /** Processes whose end can have wiped out what was read, with the `seq` of the end. */
  forgottenAt: number;
}

export interface Blind {
  seq: number;
  at: number;
  how: "reset" | "close" | "stall";
  /** Whether nothing else was at work that it can have been a connection of, or a read. */
  isOnly: boolean;
}

/** A question about the outcome of an acknowledged write, answered readably. */
export interface Poll {
  seq: number;
  at: number;
  says: "pending" | "succeeded" | "failed";
  receipt: string | null;
}

export type Claimed = EntryOf<"claimed"> & {
  /** The perform it answers, where that asked for another payload than the first one did. */
  varied: Ask | null;
};

/** An effect and when it came and went. */
export interface Made {
  effect: Effect;
  seq: number;
  removedSeq: number;
  /** A request removed it, or its outcome was a failure; otherwise somebody deleted it. */
  undone: boolean;
}
