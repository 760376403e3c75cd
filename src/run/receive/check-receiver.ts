import { judgeReceiver } from "../../../checks/receiver/judge.js";
import { planReceiver, type PlannedReceiverCase } from "../../../checks/receiver/plan.js";
import type { ReceiverRule } from "../../../checks/receiver/rule.js";
import type { ReceiverScenario } from "../../../checks/receiver/scenario.js";
import { startSender } from "../../../mock-provider/webhooks/start.js";
import { loadCatalogue } from "../../catalogue.js";
import { expectedGot, KitError } from "../../core/errors.js";
import type { ReceiverHistory } from "../../core/history.js";
import type { Capability } from "../../core/protocol.js";
import { IdleSessions } from "../idle-sessions.js";
import { programOf, type ProgramRequest } from "../program.js";
import {
  runCases,
  unjudged,
  unlessKitFails,
  type Checked,
  type Played,
  type RunEvent,
} from "../run-cases.js";
import { makeScratchDirectory } from "../scratch.js";
import { scenarioFilter } from "../select.js";
import { playReceiver } from "./play-receiver.js";
import { ReceiverStage } from "./receiver-stage.js";
import type { ReceiverTarget } from "./target.js";

/** Which receiver is checked, and how. */
export interface ReceiverCheckRequest extends ProgramRequest {
  direction: "receives";
}

/** What a check of a receiver tells while it runs. */
export type ReceiverCheckEvent = RunEvent<ReceiverHistory>;

/** What would be played, and everything that would be if the request did not narrow it. */
export async function planReceiverCheck(
  request: ReceiverCheckRequest,
): Promise<{ target: ReceiverTarget; cases: PlannedReceiverCase[]; all: PlannedReceiverCase[] }> {
  const scenarios = [...(await loadCatalogue<ReceiverScenario>("receiver/scenarios")).values()];
  const bare = targetFor(request, []);
  const target = targetFor(request, await askCapabilities(bare));
  await using sender = startSender(request.contract, { seed: request.seed });
  // What a variant needs of an event is seen from one.
  sender.make({ name: "sample" });
  const all = planReceiver(
    {
      contract: target.contract,
      webhooks: target.webhooks,
      capabilities: target.capabilities,
      lacks: (as) => sender.lacks(as, "sample"),
    },
    scenarios,
  );
  const wanted = scenarioFilter(
    request.scenarios,
    all.map(({ scenario }) => scenario),
  );
  return { target, cases: all.filter(({ scenario }) => wanted(scenario)), all };
}

/** Plays every scenario that applies, judges each, and reports. */
export async function checkReceiver(
  request: ReceiverCheckRequest,
  listen: (event: ReceiverCheckEvent) => void | Promise<void> = () => undefined,
): Promise<Checked> {
  const rules = [...(await loadCatalogue<ReceiverRule>("receiver/rules")).values()];
  const { target, cases, all } = await planReceiverCheck(request);
  const idle = new IdleSessions();
  const playCase = async (planned: PlannedReceiverCase): Promise<Played<ReceiverHistory>> => {
    if ("notApplicable" in planned) return unjudged("not-applicable", planned.notApplicable);
    const script = { id: planned.scenario, steps: planned.steps };
    return unlessKitFails(async () => {
      const history = await playReceiver(target, script, idle);
      return { history, ...judgeReceiver(history, target.contract, rules) };
    });
  };
  const named = ({ scenario }: PlannedReceiverCase): { operation: string; scenario: string } => ({
    operation: "webhooks",
    scenario,
  });
  return runCases({ request, cases, named, play: playCase, rules, all: all.map(named), listen }).finally(() =>
    idle.close(),
  );
}

function targetFor(request: ReceiverCheckRequest, capabilities: Capability[]): ReceiverTarget {
  const { contract } = request;
  const { webhooks } = contract;
  if (webhooks === undefined) {
    throw new KitError(
      "contract",
      `${contract.file}: ${expectedGot("`webhooks`, for a receiver takes them", "a contract without")}.`,
    );
  }
  return { ...programOf(request), webhooks, capabilities };
}

/** Starts the receiver once to learn what it can do; one that cannot be started is reported here, once. */
async function askCapabilities(target: ReceiverTarget): Promise<Capability[]> {
  const directory = makeScratchDirectory();
  const sender = startSender(target.contract, { seed: target.seed });
  const idle = new IdleSessions();
  const stage = new ReceiverStage(target, sender, directory.path, idle);
  try {
    return (await stage.start()).capabilities;
  } finally {
    await stage.close();
    await idle.close();
    await sender.close();
    directory.remove();
  }
}
