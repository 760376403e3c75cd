import { getAt } from "../../core/pointer.js";
import { suggest } from "../../core/suggest.js";
import { isObject, type Json } from "../../core/json.js";
import type { Problem } from "../diagnostics.js";
import { show } from "../explain.js";
import type { Operation, Place } from "../model.js";
import { below } from "../schema/walk.js";
import { parametersOf } from "./path.js";

/** Whether the answer holds what the contract says stands in it. */
export function checkAnswer(operation: Operation, pointer: string): Problem[] {
  const { answer } = operation;
  const problems: Problem[] = [];
  if (answer.is === "receipt" && answer.receipt === null && operation.nature === "creates") {
    problems.push(missing("receipt", "a receipt says where the id of the effect stands", pointer));
  }
  if (answer.is === "acknowledgement" && answer.ticket === null) {
    problems.push(
      missing("ticket", "an acknowledgement says where the name of the pending work stands", pointer),
    );
  }
  if (answer.receipt !== null) {
    problems.push(...checkPlace(answer.receipt, "receipt", operation, pointer));
    for (const [at, also] of answer.receipt.also.entries()) {
      if (getAt(answer.body, also) === undefined) {
        problems.push(
          pointsToNothing(below(`${pointer}/receipt/also`, at), "'also'", also, "the body of the answer"),
        );
      }
    }
  }
  if (answer.ticket !== null) problems.push(...checkPlace(answer.ticket, "ticket", operation, pointer));
  for (const [at, wanted] of Object.entries(answer.success)) {
    const there = getAt(answer.body, at);
    if (isLiteral(there) && there === wanted) continue;
    if (typeof there === "string" && there.includes("{{")) continue;
    problems.push({
      pointer: below(`${pointer}/success`, at),
      code: "success-not-met",
      message: `'success' wants ${show(wanted)} at ${at}, and the answer's own body has ${show(there)} there.`,
    });
  }
  return [...problems, ...checkOutcome(operation, `${pointer}/outcome`)];
}

function checkPlace(place: Place, name: string, { answer }: Operation, pointer: string): Problem[] {
  if (place.in === "body") {
    if (getAt(answer.body, place.at) !== undefined) return [];
    return [pointsToNothing(`${pointer}/${name}`, `'${name}'`, place.at || '""', "the body of the answer")];
  }
  const names = Object.keys(answer.headers);
  if (names.some((known) => known.toLowerCase() === place.at.toLowerCase())) return [];
  return [
    {
      pointer: `${pointer}/${name}`,
      code: "pointer-to-nothing",
      message: `'${name}' stands in the header ${place.at}, and the answer's \`headers\` have none.${names.length > 0 ? suggest(place.at, names) : ""}`,
      hint: "Add it to `headers` with a template for its value.",
    },
  ];
}

function checkOutcome({ answer }: Operation, pointer: string): Problem[] {
  const { outcome } = answer;
  if (outcome === null) return [];
  if (outcome.by === "webhook") {
    return outcome.event === null ? [missing("event", "an outcome by webhook names its event", pointer)] : [];
  }
  const problems: Problem[] = [];
  if (outcome.request === null)
    problems.push(missing("request", "an outcome by poll says what is polled", pointer));
  else if (
    !parametersOf(outcome.request.path).includes("ticket") &&
    !Object.values(outcome.request.query).some((value) => value.includes("{{ticket}}"))
  ) {
    problems.push({
      pointer: `${pointer}/request/path`,
      code: "lookup-without-name",
      message: "the polled request does not carry the ticket.",
      hint: "Write {ticket} into its path.",
    });
  }
  for (const state of ["succeeded", "failed"] as const) {
    if (outcome[state].length === 0 && (state === "succeeded" || outcome.failure === undefined))
      problems.push(missing(state, "an outcome by poll lists its final states", pointer));
  }
  const states = [...outcome.pending, ...outcome.succeeded, ...outcome.failed].map((state) =>
    JSON.stringify(state),
  );
  const twice = states.find((state, at) => states.indexOf(state) !== at);
  if (twice !== undefined) {
    problems.push({
      pointer,
      at: "key",
      code: "ambiguous",
      message: `the state ${twice} stands in two lists.`,
    });
  }
  return problems;
}

/** Whether each declared error is told apart by what the mock sends for it. */
export function checkErrors({ errors }: Operation, pointer: string): Problem[] {
  return errors.flatMap((error, at) => {
    const here = `${pointer}/${at}`;
    const first = errors.findIndex(({ name }) => name === error.name);
    const problems: Problem[] = [];
    if (first < at) {
      problems.push({
        pointer: here,
        code: "duplicate-name",
        message: `two errors are named '${error.name}'.`,
        hint: "Give each a `name:` of its own; scenarios are named after it.",
      });
    }
    for (const [where, wanted] of Object.entries(error.when.body)) {
      const there = getAt(error.body, where);
      if ((typeof there === "string" && there.includes("{{")) || same(there, wanted)) continue;
      problems.push({
        pointer: below(`${here}/when/body`, where),
        code: "when-not-met",
        message: `'when' wants ${show(wanted)} at ${where}, and the error's own body has ${show(there)} there.`,
      });
    }
    for (const [name, wanted] of Object.entries(error.when.headers)) {
      const there = Object.entries(error.headers).find(
        ([known]) => known.toLowerCase() === name.toLowerCase(),
      )?.[1];
      if (there?.includes("{{") === true || there === wanted) continue;
      problems.push({
        pointer: below(`${here}/when/headers`, name),
        code: "when-not-met",
        message: `'when' wants ${show(wanted)} in the header ${name}, and the error's own headers have ${show(there)}.`,
      });
    }
    return problems;
  });
}

function same(a: Json | undefined, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isLiteral(value: Json | undefined): boolean {
  return value !== undefined && !isObject(value) && !Array.isArray(value);
}

function missing(key: string, because: string, pointer: string): Problem {
  return { pointer, at: "key", code: "missing-key", message: `missing key '${key}': ${because}.` };
}

function pointsToNothing(pointer: string, name: string, at: string, inWhat: string): Problem {
  return {
    pointer,
    code: "pointer-to-nothing",
    message: `${name} points to ${at}, and ${inWhat} has nothing there.`,
  };
}
