import { isDeepStrictEqual } from "node:util";
import { canEndAbsence, forceLookup } from "../../checks/means.js";
import { loseAnswer, perform, reconcile, settle, crash } from "../../checks/steps.js";
import type { Step } from "../core/scenario.js";
import type { Disturbance } from "./disturbances.js";
import { attemptOf, type Menu } from "./menu.js";

/**
 * One scenario for every fault at every phase where it may be armed, on the first and on the second attempt; as numbers of
 * moves. Crashes count as faults.
 */
export function pairs(menu: Menu): number[][] {
  const { subject, moves } = menu;
  const base = moves.flatMap(({ disturbance }) => disturbance ?? []).filter(({ step }) => isPlain(step));
  const { operation } = subject;
  const opener = loseAnswer(canEndAbsence(operation) ? "never" : "committed");
  const scenarios: Step[][] = [
    ...base.map((disturbance) => atFirst(menu, disturbance)),
    ...(["committed", "received", "admitted", "answered"] as const).map((phase) => [crash(phase), perform()]),
    ...base
      .filter(({ is, role }) => is !== "first" && role === "write")
      .map(({ step }) => [opener, attemptOf(step, 2), perform()]),
    ...(["committed", "received"] as const).map((phase) => [opener, crash(phase, { nth: 2 }), perform()]),
  ];
  return scenarios.map((steps) => steps.map((step) => numberOf(menu, step)));
}

function isPlain({ on, times }: Disturbance["step"]): boolean {
  return (on?.nth ?? 1) === "every" && times === undefined;
}

function atFirst({ subject, capabilities }: Menu, { step, role, is }: Disturbance): Step[] {
  if (role !== "lookup") return is === "late" ? [step, perform(), reconcile, settle] : [step, perform()];
  const forced = forceLookup(subject.operation);
  const isForced = !("notApplicable" in forced) && forced.needs.every((need) => capabilities.includes(need));
  return [step, ...(isForced ? forced.steps("committed") : [loseAnswer("committed"), perform()])];
}

function numberOf({ moves }: Menu, step: Step): number {
  const number = moves.findIndex((move) => isDeepStrictEqual(move.step, step));
  if (number === -1) throw new Error(`No move is ${JSON.stringify(step)}.`);
  return number;
}
