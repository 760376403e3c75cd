import { setTimeout as realTime } from "node:timers/promises";
import type { Fault } from "../../mock-provider/fault.js";
import type { Armed, Hold, Provider } from "../../mock-provider/provider.js";
import { startProvider } from "../../mock-provider/start.js";
import type { Operation } from "../contract/model.js";
import { KitError } from "../core/errors.js";
import type { Entry, History } from "../core/history.js";
import type { Phase } from "../core/phase.js";
import { getAt } from "../core/pointer.js";
import type { Perform, RequestMatch, Step } from "../core/scenario.js";
import { accountOf, askFor, contentOf, type Ask } from "./ask.js";
import { catchUp } from "./catch-up.js";
import type { IdleSessions } from "./idle-sessions.js";
import { maskSecrets, secretsOf } from "../core/mask.js";
import { passTime } from "./pass-time.js";
import { makeScratchDirectory } from "./scratch.js";
import { pass, persist, settle, type Place } from "./settle.js";
import { firstSeat, Stage, type Seat } from "./stage.js";
import type { Target } from "./target.js";
import { scaledEnactment, startOfPlay } from "./timing.js";

/** A scenario as it will be played. */
export interface Script {
  /** `<scenario>` or `<scenario>/<variant>`. */
  id: string;
  steps: Step[];
}

/** How long the runner waits for the provider to finish with a request whose connector was killed, real ms. */
const aftermathMs = 2000;

/**
 * Plays one scenario in a world of its own (fresh provider, fresh state directory) and returns all that happened. Never
 * throws for what a connector does: what could not be played is in `unplayable`.
 */
export async function play(
  target: Target,
  script: Script,
  faults: ReadonlyMap<string, Fault>,
  idle: IdleSessions,
): Promise<History> {
  const directory = makeScratchDirectory();
  const bugs: unknown[] = [];
  const provider = await startProvider(target.contract, {
    faults,
    onBug: (error) => bugs.push(error),
    seed: target.seed,
    ...(target.capabilities.includes("clock") ? { startAt: startOfPlay } : { scaled: scaledEnactment }),
  });
  const stage = new Stage(target, provider, directory.path, idle);
  const scene = new Playing(target, provider, stage);
  let unplayable: string | null = null;
  try {
    await scene.run(script.steps);
    provider.journal.append({ kind: "ended" });
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    unplayable = error.message;
  } finally {
    scene.endFaults();
    await stage.close();
    await provider.close();
    directory.remove();
  }
  // What the provider stumbled over is no evidence about the connector.
  for (const bug of bugs) throw bug;
  const history = historyOf(target, script, provider.journal.entries(), unplayable);
  const { first, second } = provider.credentials;
  return maskSecrets(history, [...secretsOf(first), ...secretsOf(second), ...provider.secrets()]);
}

/** The history of a scenario that the connector lacks something for: nothing happened. */
export function unplayed(target: Target, script: Script, why: string): History {
  return historyOf(target, script, [], why);
}

function historyOf(target: Target, script: Script, entries: Entry[], unplayable: string | null): History {
  return {
    version: 1,
    contract: { file: target.contract.file, source: target.contract.source },
    connector: target.command,
    operation: target.operation.name,
    scenario: script.id,
    seed: target.seed,
    timing: target.timing,
    patienceMs: target.patienceMs,
    capabilities: target.capabilities,
    steps: script.steps,
    unplayable,
    entries,
  };
}

class Playing {
  readonly #target: Target;
  readonly #provider: Provider;
  readonly #stage: Stage;
  readonly #armed: Armed[] = [];
  readonly #untilSettle: Armed[] = [];
  readonly #holds: Hold[] = [];
  /** Crashes under way; each has begun by the time the connector's death has ended its open message. */
  readonly #crashes: Promise<void>[] = [];

  constructor(target: Target, provider: Provider, stage: Stage) {
    this.#target = target;
    this.#provider = provider;
    this.#stage = stage;
  }

  async run(steps: readonly Step[]): Promise<void> {
    await this.#stage.session(firstSeat);
    for (const [index, step] of steps.entries()) {
      this.#provider.journal.append({ kind: "step", index, step });
      await this.#step(step);
      await Promise.all(this.#crashes.splice(0));
    }
    await this.#inspectAll();
  }

  endFaults(): void {
    for (const armed of [...this.#untilSettle, ...this.#armed]) armed.disarm();
    for (const hold of this.#holds) hold.release();
  }

  async #step(step: Step): Promise<void> {
    switch (step.step) {
      case "fault":
        this.#arm(step);
        return;
      case "perform":
        return this.#stage.perform(step, { account: step.account ?? "first", twin: 0 });
      case "together":
        return this.#together(step.performs, step.processes);
      case "crash":
        return this.#armCrash(step.on, step.at);
      case "kill":
        await this.#stage.kill("the scenario kills it between messages");
        return catchUp();
      case "restart":
        await this.#stage.kill("the scenario restarts it");
        await catchUp();
        await this.#stage.session(firstSeat);
        return;
      case "advance":
        return passTime(this.#provider.clock, step.byMs);
      case "idle":
        await realTime(step.forMs);
        return;
      case "expireToken":
        return this.#provider.expireTokens(step.account ?? "first", step.revoked);
      case "decoy":
        return this.#decoy(step);
      case "remove":
        return this.#remove(step.businessKey);
      case "reconcile":
        return step.times === undefined ? this.#reconcile() : persist(this.#place, step.times);
      case "inspect":
        await this.#stage.inspect(step.businessKey);
        return;
      case "settle":
        // A fault with a number of firings ends by itself: what a connector does only now still meets it.
        for (const armed of this.#untilSettle.splice(0)) armed.disarm();
        return settle(this.#place);
    }
  }

  get #place(): Place {
    return { target: this.#target, provider: this.#provider, stage: this.#stage };
  }

  #arm(step: Extract<Step, { step: "fault" }>): void {
    const armed = this.#provider.arm({
      fault: step.fault,
      at: step.at,
      on: this.#onOperation(step.on),
      options: step.options ?? {},
      times: step.times === "untilSettle" ? Number.POSITIVE_INFINITY : (step.times ?? 1),
    });
    (step.times === "untilSettle" ? this.#untilSettle : this.#armed).push(armed);
  }

  #onOperation(on: RequestMatch | undefined): RequestMatch {
    return { operation: this.#target.operation.name, ...on };
  }

  async #together(performs: readonly Perform[], processes: boolean): Promise<void> {
    const apart = processes || !this.#target.capabilities.includes("concurrent");
    const seats = performs.map((perform, index): Seat => ({
      account: perform.account ?? "first",
      twin: apart && index % 2 === 1 ? 1 : 0,
    }));
    // Every process is up before the first message goes out, so that the performs really meet.
    for (const seat of seats) await this.#stage.session(seat);
    await Promise.all(
      performs.map((perform, index) => this.#stage.perform(perform, seats[index] ?? firstSeat)),
    );
  }

  #armCrash(on: RequestMatch | undefined, at: Phase): void {
    const hold = this.#provider.hold(this.#onOperation(on), at);
    this.#holds.push(hold);
    void hold.reached.then((request) => {
      if (request !== null) this.#crashes.push(this.#crash(hold, request, at));
    });
  }

  async #crash(hold: Hold, request: number, at: Phase): Promise<void> {
    const finished = this.#finished(request);
    await this.#stage.kill(`crash: request ${request} reached ${at}`, "busy");
    await catchUp();
    hold.release();
    await finished;
  }

  /** Resolves when the provider has done with a request that is held now: committed and answered it, or refused it. */
  async #finished(request: number): Promise<void> {
    const released = this.#provider.journal.waitFor(
      (entry) => entry.kind === "request-released" && entry.request === request,
    );
    // Held at `answered`, it was over before it was held. A fault that takes it after the hold goes on in its own time.
    const over = released.then(({ seq }) =>
      this.#provider.journal.waitFor(
        (entry) => isEndOf(entry, request) || (entry.seq > seq && isTakenByFault(entry, request)),
      ),
    );
    await Promise.race([over, realTime(aftermathMs, undefined, { ref: false })]);
  }

  /** As a timer would ask, whether anything is unresolved or not. */
  async #reconcile(): Promise<void> {
    if (!this.#target.capabilities.includes("reconcile")) return pass(this.#target, this.#stage);
    for (const account of this.#stage.accounts()) await this.#stage.reconcile(account);
  }

  #decoy(step: Extract<Step, { step: "decoy" }>): void {
    const plant = (): void => {
      for (let copy = 1; copy <= (step.count ?? 1); copy += 1) this.#plant(step, copy);
    };
    if (step.beside !== true) return plant();
    const stop = this.#provider.journal.listen((entry) => {
      if (entry.kind !== "effect-committed" || entry.effect.planted) return;
      if (entry.effect.operation !== this.#target.operation.name) return;
      stop();
      plant();
    });
  }

  #plant(step: Extract<Step, { step: "decoy" }>, copy: number): void {
    const { contract, operation, payloads } = this.#target;
    const businessKey =
      step.like === "same-content"
        ? `someone-else-${copy}`
        : step.like === "near-reference"
          ? `${step.businessKey}${copy}`
          : step.businessKey;
    const ask = askFor(contract, operation, {
      businessKey,
      varied: step.like === "same-reference",
      account: accountOf(this.#provider.credentials.first),
      payloads,
    });
    this.#provider.plant({
      operation: operation.name,
      account: "first",
      content: contentOf(ask),
      parameters: ask.parameters,
      reference: referenceIn(operation, ask, businessKey),
    });
  }

  #remove(businessKey: string): void {
    const mine = this.#provider
      .effects()
      .filter((effect) => !effect.planted && effect.operation === this.#target.operation.name)
      .filter((effect) => effect.reference === null || effect.reference.includes(businessKey));
    for (const effect of mine) this.#provider.remove(effect.id);
  }

  async #inspectAll(): Promise<void> {
    if (!this.#target.capabilities.includes("inspect")) return;
    for (const { businessKey, account } of this.#stage.keys()) {
      await this.#stage.inspect(businessKey, account);
    }
  }
}

function isEndOf(entry: Entry, request: number): boolean {
  return (
    (entry.kind === "request-answered" ||
      entry.kind === "request-abandoned" ||
      entry.kind === "request-refused") &&
    entry.request === request
  );
}

function isTakenByFault(entry: Entry, request: number): boolean {
  return entry.kind === "fault-fired" && entry.request === request;
}

/** What travels at the contract's reference: the business key, or a text around it such as an e-mail address. */
function referenceIn(operation: Operation, ask: Ask, businessKey: string): string | null {
  const { reference } = operation.request;
  if (reference === null) return null;
  const value = getAt(ask.payload, reference);
  return typeof value === "string" || typeof value === "number" ? String(value) : businessKey;
}
