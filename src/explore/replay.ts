import type { Capability } from "../core/protocol.js";
import type { Step } from "../core/scenario.js";
import type { CheckRequest } from "../run/check.js";
import { unplayed } from "../run/play.js";
import { unjudged } from "../run/run-cases.js";
import type { Target } from "../run/target.js";
import { Player, type Played } from "./player.js";
import type { SavedScenario } from "./saved.js";

/** A connector without a clock can follow the provider's for as long as its own scaled times allow, ms. */
const followedMs = 1000;

/** Plays exactly the steps of a saved scenario, under the same rules. */
export async function replay(
  request: CheckRequest,
  { operation, scenario, steps }: SavedScenario,
): Promise<{ target: Target; played: Played }> {
  const player = await Player.open(request);
  try {
    const target = player.targets.find((candidate) => candidate.operation.name === operation);
    if (target === undefined) throw new Error(`There is no operation '${operation}'.`);
    const missing = needs(steps).filter((capability) => !target.capabilities.includes(capability));
    if (missing.length === 0) return { target, played: await player.play(target, scenario, steps) };
    const reason = `needs a connector with ${missing.join(" and ")}`;
    const history = unplayed(target, { id: scenario, steps }, reason);
    return { target, played: { ...unjudged("inconclusive", reason), history, durationMs: 0 } };
  } finally {
    await player.close();
  }
}

function needs(steps: readonly Step[]): Capability[] {
  return steps.some((step) => step.step === "advance" && step.byMs > followedMs) ? ["clock"] : [];
}
