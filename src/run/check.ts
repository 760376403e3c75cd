import { judge } from "../../checks/judge.js";
import { plan, type PlannedCase } from "../../checks/plan.js";
import type { Rule } from "../../checks/rule.js";
import type { Scenario } from "../../checks/scenario.js";
import type { Fault } from "../../mock-provider/fault.js";
import { startProvider } from "../../mock-provider/start.js";
import { loadCatalogue } from "../catalogue.js";
import type { Operation } from "../contract/model.js";
import type { History } from "../core/history.js";
import type { Capability } from "../core/protocol.js";
import type { Payloads } from "./ask.js";
import { IdleSessions } from "./idle-sessions.js";
import { play, unplayed } from "./play.js";
import { programOf, type ProgramRequest } from "./program.js";
import { runCases, unjudged, unlessKitFails, type Checked, type Played, type RunEvent } from "./run-cases.js";
import { makeScratchDirectory } from "./scratch.js";
import { scenarioFilter, selectOperations } from "./select.js";
import { Stage } from "./stage.js";
import type { Target } from "./target.js";
import { timingFor, type TimingOverrides } from "./timing.js";

/** Which connector is checked, and how. */
export interface CheckRequest extends ProgramRequest {
  /** The operations the connector performs; empty: every write of the contract. */
  operations: readonly string[];
  /** Of those, the ones that are checked; default: all. */
  only?: readonly string[];
  payloads: Payloads;
  timing: TimingOverrides;
}

/** What a check tells while it runs. */
export type CheckEvent = RunEvent<History>;

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
  const faults = await loadCatalogue<Fault>("faults");
  const rules = [...(await loadCatalogue<Rule>("rules")).values()];
  const { jobs, cases } = await planAll(request);
  const idle = new IdleSessions();
  const playJob = async ({ target, planned }: Job): Promise<Played<History>> => {
    if ("notApplicable" in planned) return unjudged("not-applicable", planned.notApplicable);
    const script = { id: planned.scenario, steps: planned.steps };
    const missing = planned.needs.filter((capability) => !target.capabilities.includes(capability));
    if (missing.length > 0) {
      const why = `needs a connector with ${missing.join(" and ")}`;
      return { ...unjudged("inconclusive", why), history: unplayed(target, script, why) };
    }
    return unlessKitFails(async () => {
      const history = await play(target, script, faults, idle);
      return { history, ...judge(history, request.contract, rules) };
    });
  };
  return runCases<Job, History>({
    request,
    cases: jobs,
    named: ({ target, planned }) => ({ operation: target.operation.name, scenario: planned.scenario }),
    play: playJob,
    waits: mostlyWaits,
    rules,
    all: cases,
    listen,
  }).finally(() => idle.close());
}

/** Whether a case leaves the connector alone for seconds, in which the machine can do other work. */
function mostlyWaits({ planned }: Job): boolean {
  return "steps" in planned && planned.steps.some(({ step }) => step === "idle");
}

function targetFor(request: CheckRequest, operation: Operation, capabilities: Capability[]): Target {
  return {
    ...programOf(request),
    operation,
    capabilities,
    timing: timingFor(operation, capabilities, request.timing),
    payloads: request.payloads,
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
