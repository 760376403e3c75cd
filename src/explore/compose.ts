import { order, perform, settle } from "../../checks/steps.js";
import type { Step } from "../core/scenario.js";
import type { Menu, Move } from "./menu.js";

/** The most steps of a family in one scenario: more faults than a careful connector has attempts would only prove that. */
const most: Record<Move["family"], number> = {
  perform: 3,
  fault: 3,
  crash: 2,
  process: 3,
  time: 2,
  "look-alike": 2,
};

/**
 * The steps of a scenario that was drawn as numbers of moves. What would contradict the contract, or blame a careful connector
 * for something the contract does not settle, is left out; what every scenario needs is put in. Pure.
 */
export function compose(menu: Menu, drawn: readonly number[]): Step[] {
  const chosen: Move[] = [];
  const wanted = drawn.flatMap((number) => menu.moves[number] ?? []);
  for (const move of wanted) {
    if (fits(menu, chosen, move)) chosen.push(move);
  }
  const steps = chosen.map(({ step }) => step);
  if (!steps.some(asks)) steps.push(perform());
  if (steps.at(-1)?.step !== "settle") steps.push(settle);
  return steps;
}

function fits(menu: Menu, before: readonly Move[], move: Move): boolean {
  const alike = before.filter(({ family }) => family === move.family).length;
  if (alike >= most[move.family]) return false;
  const { step } = move;
  if (step.step === "fault") return faultFits(before, move);
  if (asks(step)) return performFits(menu, before, step);
  const last = before.at(-1)?.step;
  switch (step.step) {
    case "decoy":
      // What cannot be told from it is only planted beside an effect of its own.
      return step.like !== "twin" || before.every((earlier) => !keysOf(earlier.step).includes("other"));
    case "settle":
      return before.some((earlier) => asks(earlier.step)) && last?.step !== "settle";
    case "kill":
    case "restart":
    case "reconcile":
    case "inspect":
      return last?.step !== step.step;
    case "remove":
      // What a connector has said in good faith is true of the moment at which it said it.
      return before.some((earlier) => earlier.step.step === "crash") && last?.step === "perform";
    default:
      return true;
  }
}

function faultFits(before: readonly Move[], { disturbance, step }: Move): boolean {
  if (disturbance === null) return false;
  const others = before.flatMap((earlier) => earlier.disturbance ?? []);
  if (disturbance.is === "first" || others.some(({ is }) => is === "first")) {
    // It would contradict the provider's memory if an earlier request took effect.
    return (
      others.length === 0 && !before.some((earlier) => asks(earlier.step) || earlier.step.step === "crash")
    );
  }
  // A refusal whose words are gone is no longer one that the contract knows.
  const emptied = [disturbance, ...others].some((each) => each.step.fault === "empty-answer");
  if (emptied && [disturbance, ...others].some((each) => each.step.fault === "answer-with")) return false;
  if (step.step === "fault" && step.times === "untilSettle") {
    return !others.some((other) => other.step.times === "untilSettle");
  }
  return true;
}

function performFits({ subject }: Menu, before: readonly Move[], step: Step): boolean {
  const { operation } = subject;
  const keys = keysOf(step);
  const isOther = keys.includes("other");
  // Nothing in the request tells two orders apart: the second has to be asked for while nothing is in doubt.
  const disturbed = before.some(
    ({ family }) => family === "fault" || family === "crash" || family === "process",
  );
  if (isOther && operation.request.reference === null) return !disturbed;
  if (isOther && before.some((earlier) => earlier.step.step === "decoy" && earlier.step.like === "twin")) {
    return false;
  }
  if (step.step === "perform" && step.payload === "varied") {
    // Of two at the same moment a crash can kill one before it has written anything down: nobody knows its payload then.
    const crashes = before.some(({ family }) => family === "crash");
    if (crashes && before.some((earlier) => earlier.step.step === "together")) return false;
    return before.some((earlier) => keysOf(earlier.step).includes("first"));
  }
  return true;
}

function keysOf(step: Step): ("first" | "other")[] {
  const asked = step.step === "perform" ? [step] : step.step === "together" ? step.performs : [];
  return asked.map(({ businessKey, account, operation }) =>
    businessKey === order && account !== "second" && operation === undefined ? "first" : "other",
  );
}

function asks(step: Step): boolean {
  return step.step === "perform" || step.step === "together";
}
