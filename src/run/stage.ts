import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Provider } from "../../mock-provider/provider.js";
import { KitError } from "../core/errors.js";
import type { JsonObject } from "../core/json.js";
import type { Claim, Command, World } from "../core/protocol.js";
import type { Perform } from "../core/scenario.js";
import type { Launch, Reply, Session } from "../drivers/driver.js";
import { accountOf, askFor } from "./ask.js";
import type { IdleSessions } from "./idle-sessions.js";
import { maskCredentials } from "./mask.js";
import type { Target } from "./target.js";

/** Which process of the connector: twins are two seats of one account, on one state directory. */
export interface Seat {
  account: "first" | "second";
  twin: 0 | 1;
}

export const firstSeat: Seat = { account: "first", twin: 0 };

/** More entries than this are no scenario any more, but a connector that does not come to rest: it is ended there. */
export const mostEntries = 4000;

const finalWords = new Set(["succeeded", "failed", "conflict"]);

/** What the runner knows of one business key of one account while a scenario is played. */
interface Standing {
  /** The first one. */
  perform: Perform;
  account: Seat["account"];
  /** Performs that the runner has added to those of the scenario. */
  again: number;
  resolved: boolean;
  /** No answer within patience: it is not asked to act again. */
  overdue: boolean;
}

/** The connector's processes in one scenario: starts them, asks them, kills them, and writes down what they say. */
export class Stage {
  readonly #target: Target;
  readonly #provider: Provider;
  readonly #directory: string;
  readonly #idle: IdleSessions;
  readonly #sessions = new Map<string, Session>();
  readonly #open = new Map<Session, number>();
  readonly #accounts = new Map<Session, Seat["account"]>();
  readonly #standings: Standing[] = [];
  #nextProcess = 1;
  #isFull = false;

  constructor(target: Target, provider: Provider, directory: string, idle: IdleSessions) {
    provider.journal.listen(({ seq }) => {
      if (seq < mostEntries || this.#isFull) return;
      this.#isFull = true;
      void this.kill(`more than ${mostEntries} entries in one scenario`);
    });
    this.#idle = idle;
    this.#target = target;
    this.#provider = provider;
    this.#directory = directory;
  }

  /** The business keys asked for so far, each with its account. */
  keys(): { businessKey: string; account: Seat["account"] }[] {
    return this.#standings.map(({ perform, account }) => ({ businessKey: perform.businessKey, account }));
  }

  /** Those of them that no final word has been said about, and that may be asked about again. */
  unresolved(): Perform[] {
    return this.#standings.filter((s) => !s.resolved && !s.overdue).map((s) => s.perform);
  }

  /** The accounts that anything was asked for, as far as they still answer. */
  accounts(): Seat["account"][] {
    const answering = this.#standings.filter(({ overdue }) => !overdue);
    return [...new Set(answering.map(({ account }) => account))];
  }

  /** How often the runner has asked for it again of its own accord. */
  performedAgain(businessKey: string): number {
    return Math.max(0, ...this.#standingsOf(businessKey).map(({ again }) => again));
  }

  /** The process of a seat; started, on the state directory of its account, when there is none. */
  async session(seat: Seat = firstSeat): Promise<Session> {
    this.#refuseWhenFull();
    const name = `${seat.account}/${seat.twin}`;
    const there = this.#sessions.get(name);
    if (there?.alive) return there;
    const { driver, command, workingDirectory, environment, patienceMs } = this.#target;
    const launch: Launch = {
      command,
      workingDirectory,
      environment,
      patienceMs,
      world: await this.#world(seat),
      process: this.#nextProcess++,
      record: (entry) => this.#provider.journal.append(entry),
    };
    // After a crash a new process has to show what the old one left on disk.
    const idle = there === undefined ? await this.#idle.take(launch) : null;
    const session = idle ?? (await driver.start(launch));
    this.#provider.journal.append({
      kind: "capabilities",
      process: session.process,
      account: seat.account,
      capabilities: session.capabilities,
    });
    this.#sessions.set(name, session);
    this.#accounts.set(session, seat.account);
    return session;
  }

  /** `again`: not because the scenario says so, but as a job runner comes back. */
  async perform(perform: Perform, seat: Seat, again = false): Promise<void> {
    const { contract, operation, payloads } = this.#target;
    const asked = contract.operations.find(({ name }) => name === perform.operation) ?? operation;
    const { payload, parameters } = askFor(contract, asked, {
      businessKey: perform.businessKey,
      varied: perform.payload === "varied",
      field: perform.field,
      parameter: perform.parameter,
      account: accountOf(this.#provider.credentials[seat.account]),
      payloads,
    });
    const [standing] = this.#standingsOf(perform.businessKey, seat.account);
    if (standing === undefined) {
      this.#standings.push({ perform, account: seat.account, again: 0, resolved: false, overdue: false });
    } else Object.assign(standing, { again: standing.again + (again ? 1 : 0), overdue: false });
    await this.#ask(
      await this.session(seat),
      {
        command: "perform",
        operation: asked.name,
        businessKey: perform.businessKey,
        payload,
        parameters,
        now: this.#now(),
      },
      perform.businessKey,
      // What is said of another payload settles nothing about the first.
      standing === undefined || (standing.perform.payload ?? "example") === (perform.payload ?? "example"),
    );
  }

  async reconcile(account: Seat["account"]): Promise<void> {
    await this.#ask(
      await this.session({ account, twin: 0 }),
      { command: "reconcile", now: this.#now() },
      null,
    );
  }

  /** Without an account: of the one that it was first asked for. */
  async inspect(businessKey: string, of?: Seat["account"]): Promise<void> {
    const account = of ?? this.#standingsOf(businessKey)[0]?.account ?? "first";
    await this.#ask(
      await this.session({ account, twin: 0 }),
      { command: "inspect", businessKey },
      businessKey,
    );
  }

  /** Kills every process (`busy`: only those with a message open) and waits until they are gone. */
  async kill(why: string, which: "all" | "busy" = "all"): Promise<void> {
    const alive = [...this.#sessions.values()].filter((session) => session.alive);
    const chosen = which === "all" ? alive : alive.filter((session) => (this.#open.get(session) ?? 0) > 0);
    await Promise.all(chosen.map((session) => session.kill(why)));
  }

  /** Leaves the scenario: processes that can be opened again are kept for the next one, the others end. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    await Promise.all(
      sessions.map((session) => {
        const isBusy = (this.#open.get(session) ?? 0) > 0;
        return isBusy ? session.close() : this.#idle.give(session);
      }),
    );
  }

  async #world(seat: Seat): Promise<World> {
    const isShared = this.#target.capabilities.includes("accounts");
    const stateDir = join(this.#directory, isShared ? "all" : seat.account);
    await mkdir(stateDir, { recursive: true });
    return {
      baseUrl: this.#provider.baseUrl,
      stateDir,
      credentials: textsIn(this.#provider.credentials[seat.account]),
      timing: this.#target.timing,
      now: this.#now(),
    };
  }

  #now(): string {
    return new Date(this.#provider.clock.now()).toISOString();
  }

  async #ask(session: Session, command: Command, businessKey: string | null, settles = true): Promise<void> {
    const { journal } = this.#provider;
    this.#open.set(session, (this.#open.get(session) ?? 0) + 1);
    const { id, reply } = session.ask(command);
    journal.append({ kind: "asked", process: session.process, id, ask: maskAsk(command) });
    const said = await reply;
    this.#open.set(session, (this.#open.get(session) ?? 1) - 1);
    this.#refuseWhenFull();
    for (const key of this.#record(session, id, command, businessKey, said)) {
      if (!settles) continue;
      for (const standing of this.#standingsOf(key, this.#accounts.get(session))) standing.resolved = true;
    }
  }

  /** What is recorded so far is judged; nothing more is played. */
  #refuseWhenFull(): void {
    if (!this.#isFull) return;
    throw new KitError(
      "connector",
      `the connector did not come to rest: it was ended after ${mostEntries} entries of the history, and what would follow was not played`,
    );
  }

  /** Writes down what was answered; returns the business keys that a final word was said about. */
  #record(
    session: Session,
    id: number,
    command: Command,
    businessKey: string | null,
    reply: Reply,
  ): string[] {
    const { journal } = this.#provider;
    const { process } = session;
    if (reply.kind === "no-answer") {
      journal.append({ kind: "unanswered", process, id, why: reply.why });
      if (reply.why === "patience") this.#overdue(businessKey, session);
      return [];
    }
    const { answer } = reply;
    if ("error" in answer) {
      journal.append({ kind: "threw", process, id, error: answer.error });
      return [];
    }
    const { command: asked } = command;
    if (asked === "open") return [];
    const claims = [...claimsIn(answer, businessKey)];
    if (claims.length === 0) journal.append({ kind: "answered-nothing", process, id });
    return claims.flatMap(([key, claim]) => {
      journal.append({ kind: "claimed", process, id, command: asked, businessKey: key, claim });
      return finalWords.has(claim.outcome) ? [key] : [];
    });
  }

  #overdue(businessKey: string | null, session: Session): void {
    const account = this.#accounts.get(session);
    for (const standing of this.#standings) {
      if (standing.account !== account) continue;
      if (businessKey === null ? !standing.resolved : standing.perform.businessKey === businessKey) {
        standing.overdue = true;
      }
    }
  }

  #standingsOf(businessKey: string, account?: Seat["account"]): Standing[] {
    return this.#standings.filter(
      (standing) =>
        standing.perform.businessKey === businessKey &&
        (account === undefined || standing.account === account),
    );
  }
}

function* claimsIn(answer: object, businessKey: string | null): Generator<[string, Claim]> {
  if ("outcomes" in answer) yield* Object.entries(answer.outcomes as Record<string, Claim>);
  if (!("outcome" in answer) || businessKey === null) return;
  const { outcome, reference, reason, needsHuman } = answer as Claim;
  yield [
    businessKey,
    {
      outcome,
      ...(reference === undefined ? {} : { reference }),
      ...(reason === undefined ? {} : { reason }),
      ...(needsHuman === undefined ? {} : { needsHuman }),
    },
  ];
}

function textsIn(credentials: JsonObject): Record<string, string> {
  const texts = Object.entries(credentials).filter(
    (part): part is [string, string] => typeof part[1] === "string",
  );
  return Object.fromEntries(texts);
}

function maskAsk(command: Command): Command {
  if (command.command !== "open") return command;
  return { ...command, world: { ...command.world, credentials: maskCredentials(command.world.credentials) } };
}
