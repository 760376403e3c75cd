import { judge } from "../../checks/judge.js";
import { plan, type PlannedCase } from "../../checks/plan.js";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import type { Fault } from "../../mock-provider/fault.js";
import { startProvider } from "../../mock-provider/start.js";
import { loadCatalogue } from "../catalogue.js";
import type { Contract, Operation } from "../contract/model.js";
import { KitError, stackOf } from "../core/errors.js";
import type { History } from "../core/history.js";
import type { Capability } from "../core/protocol.js";
import type { Report, Result, Verdict } from "../core/verdict.js";
import type { Driver } from "../drivers/driver.js";
import type { Payloads } from "./ask.js";
import { IdleSessions } from "./idle-sessions.js";
import { inParallel } from "./jobs.js";
import { play, unplayed } from "./play.js";
import { makeScratchDirectory } from "./scratch.js";
import { scenarioFilter, selectOperations } from "./select.js";
import { Stage } from "./stage.js";
import type { Target } from "./target.js";
import { timingFor, type TimingOverrides } from "./timing.js";
import { auditWaivers, waive, type WaiverTerms } from "./waivers.js";

/** What is checked, and how. */
export interface CheckRequest {
  contract: Contract;
  command: string;
  /** How the connector is named in reports. */
  name: string;
  driver: Driver;
  /** Absolute. */
  workingDirectory: string;
  environment: Record<string, string>;
  /** The operations the connector performs; empty: every write of the contract. */
  operations: readonly string[];
  /** Of those, the ones that are checked; default: all. */
  only?: readonly string[];
  /** Names or globs; empty: all. */
  scenarios: readonly string[];
  payloads: Payloads;
  timing: TimingOverrides;
  patienceMs: number;
  seed: number;
  jobs: number;
  /** What is tolerated for a while, and the day that counts; default: nothing. */
  tolerated?: Omit<WaiverTerms, "rules">;
}

/** What a check tells while it runs. */
export type CheckEvent =
  { event: "planned"; total: number } | { event: "finished"; result: Result; history: History | null };

export interface Checked {
  report: Report;
  /** True when the kit itself failed in some scenario: exit 2. */
  kitFailed: boolean;
}

/** One case of the plan with what it will be played on. */
interface Job {
  target: Target;
  planned: PlannedCase;
}

/** Everything that would be played: without starting more than one process to learn what the connector can do. */
export async function planCheck(request: CheckRequest): Promise<Job[]> {
  return (await planAll(request)).jobs;
}

/** What is played, and everything that would be if the request did not narrow it. */
async function planAll(request: CheckRequest): Promise<{ jobs: Job[]; cases: PlannedCase[] }> {
  const scenarios = [...(await loadCatalogue<Scenario>("scenarios")).values()];
  const performed = selectOperations(request.contract, request.operations);
  const performs = performed.map(({ name }) => name);
  const only = request.only ?? [];
  const operations = only.length > 0 ? selectOperations(request.contract, only) : performed;
  const [firstOperation] = operations;
  if (firstOperation === undefined) throw new Error("a selection of operations is never empty");
  const capabilities = await askCapabilities(targetFor(request, firstOperation, []));
  const everything = selectOperations(request.contract, [...performs, ...only]).flatMap((operation) => {
    const target = targetFor(request, operation, capabilities);
    return plan(request.contract, [operation], scenarios, target.timing, performs).map((planned) => ({
      target,
      planned,
    }));
  });
  const all = everything.filter(({ target }) => operations.includes(target.operation));
  const wanted = scenarioFilter(
    request.scenarios,
    all.map(({ planned }) => planned.scenario),
  );
  return {
    jobs: all.filter(({ planned }) => wanted(planned.scenario)),
    cases: everything.map(({ planned }) => planned),
  };
}

/** Plays every scenario that applies, judges each, and reports. */
export async function check(
  request: CheckRequest,
  listen: (event: CheckEvent) => void | Promise<void> = () => undefined,
): Promise<Checked> {
  const started = performance.now();
  const faults = await loadCatalogue<Fault>("faults");
  const rules = [...(await loadCatalogue<Rule>("rules")).values()];
  const { jobs, cases } = await planAll(request);
  const { waivers, today } = request.tolerated ?? { waivers: [], today: "" };
  const terms: WaiverTerms = { waivers, today, rules: rules.map(({ id }) => id) };
  await listen({ event: "planned", total: jobs.length });
  const idle = new IdleSessions();
  let kitFailed = false;
  const playAndJudge = async ({ target, planned }: Job): Promise<Result> => {
    const begun = performance.now();
    const done = async (found: Outcome, isKitsOwn = false): Promise<Result> => {
      const { history, ...rest } = found;
      const counted = {
        operation: target.operation.name,
        scenario: planned.scenario,
        ...rest,
        durationMs: Math.round(performance.now() - begun),
        history: null,
      };
      const result = isKitsOwn ? counted : waive(counted, terms);
      await listen({ event: "finished", result, history });
      return result;
    };
    if ("notApplicable" in planned) return done(unjudged("not-applicable", planned.notApplicable));
    const script = { id: planned.scenario, steps: planned.steps };
    const missing = planned.needs.filter((capability) => !target.capabilities.includes(capability));
    if (missing.length > 0) {
      const why = `needs a connector with ${missing.join(" and ")}`;
      return done({ ...unjudged("inconclusive", why), history: unplayed(target, script, why) });
    }
    try {
      const history = await play(target, script, faults, idle);
      return await done({ history, ...judge(history, request.contract, rules) });
    } catch (error) {
      // The user's to mend, a full disk for example: every other scenario would say the same.
      if (error instanceof KitError) throw error;
      kitFailed = true;
      const cause = stackOf(error);
      return done(unjudged("inconclusive", `threeworlds itself failed: ${cause}`), true);
    }
  };
  const results = await inParallel(jobs, request.jobs, playAndJudge, mostlyWaits).finally(() => idle.close());
  return {
    kitFailed,
    report: {
      version: 1,
      provider: request.contract.provider.name,
      contract: request.contract.file,
      connector: request.name,
      seed: request.seed,
      durationMs: Math.round(performance.now() - started),
      results,
      waivers: auditWaivers(terms, results, cases),
      summary: summarise(results),
    },
  };
}

/** Whether a case leaves the connector alone for seconds, in which the machine can do other work. */
function mostlyWaits({ planned }: Job): boolean {
  return "steps" in planned && planned.steps.some(({ step }) => step === "idle");
}

type Outcome = Pick<Result, "verdict" | "reason" | "violations"> & { history: History | null };

function unjudged(verdict: Verdict, reason: string): Outcome {
  return { verdict, reason, violations: [], history: null };
}

function targetFor(request: CheckRequest, operation: Operation, capabilities: Capability[]): Target {
  const { contract, driver, command, workingDirectory, environment, patienceMs, seed, payloads } = request;
  return {
    contract,
    operation,
    driver,
    command,
    workingDirectory,
    environment,
    capabilities,
    timing: timingFor(operation, capabilities, request.timing),
    patienceMs,
    seed,
    payloads,
  };
}

/** Starts the connector once to learn what it can do; a connector that cannot be started is reported here, once. */
async function askCapabilities(target: Target): Promise<Capability[]> {
  const directory = makeScratchDirectory();
  const provider = await startProvider(target.contract, { seed: target.seed });
  const idle = new IdleSessions();
  const stage = new Stage(target, provider, directory.path, idle);
  try {
    return (await stage.session()).capabilities;
  } finally {
    await stage.close();
    await idle.close();
    await provider.close();
    directory.remove();
  }
}

/** How many results have each verdict. */
export function summarise(results: readonly Result[]): Report["summary"] {
  const count = (verdict: Verdict): number => results.filter((result) => result.verdict === verdict).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    inconclusive: count("inconclusive"),
    notApplicable: count("not-applicable"),
    waived: count("waived"),
  };
}
