import { KitError, expectedGot } from "../src/core/errors.js";
import { isObject, type Json } from "../src/core/json.js";
import { phases } from "../src/core/phase.js";
import { capabilities } from "../src/core/protocol.js";
import type { Step, StepName } from "../src/core/scenario.js";
import { misfits } from "../src/core/schema-words.js";
import { Type, type TSchema } from "../src/core/schema.js";
import { suggest } from "../src/core/suggest.js";
import type { PlannedCase } from "./plan.js";

const count = Type.Integer({ minimum: 1 });
const name = Type.String({ minLength: 1 });
const phase = Type.Enum([...phases]);

const requestMatch = closed({
  operation: Type.Optional(name),
  role: Type.Optional(Type.Enum(["write", "lookup", "poll", "token", "any"])),
  nth: Type.Optional(Type.Union([count, Type.Literal("every")])),
  businessKey: Type.Optional(name),
  key: Type.Optional(name),
  reusedConnection: Type.Optional(Type.Boolean()),
  furtherPage: Type.Optional(Type.Boolean()),
});

const performed = {
  businessKey: name,
  operation: Type.Optional(name),
  payload: Type.Optional(Type.Enum(["example", "varied"])),
  field: Type.Optional(Type.String({ pattern: "^/" })),
  parameter: Type.Optional(name),
  account: Type.Optional(Type.Enum(["first", "second"])),
};

/** What each step may carry besides its name. */
const fields: Record<StepName, Record<string, TSchema>> = {
  fault: {
    fault: name,
    at: phase,
    on: Type.Optional(requestMatch),
    options: Type.Optional(Type.Object({})),
    times: Type.Optional(Type.Union([count, Type.Literal("untilSettle")])),
    optional: Type.Optional(Type.Boolean()),
  },
  perform: performed,
  together: {
    performs: Type.Array(closed(performed), { minItems: 2 }),
    processes: Type.Boolean(),
  },
  crash: { at: phase, on: Type.Optional(requestMatch), optional: Type.Optional(Type.Boolean()) },
  kill: {},
  restart: {},
  advance: { byMs: Type.Integer({ minimum: 0 }) },
  idle: { forMs: Type.Integer({ minimum: 1, maximum: 60_000 }) },
  expireToken: {
    account: Type.Optional(Type.Enum(["first", "second"])),
    revoked: Type.Optional(Type.Boolean()),
  },
  decoy: {
    businessKey: name,
    like: Type.Enum(["same-content", "same-reference", "twin", "near-reference"]),
    count: Type.Optional(count),
    beside: Type.Optional(Type.Boolean()),
  },
  remove: { businessKey: name },
  reconcile: { times: Type.Optional(count) },
  inspect: { businessKey: name },
  settle: {},
};

/** The names of all steps. */
export const stepNames = Object.keys(fields) as StepName[];

const schemas = new Map<string, TSchema>(
  Object.entries(fields).map(([step, rest]) => [step, closed({ step: name, ...rest })]),
);

const caseSchemas = {
  played: closed({
    operation: name,
    scenario: name,
    steps: Type.Array(Type.Unknown()),
    needs: Type.Array(Type.Enum([...capabilities])),
  }),
  notApplicable: closed({ operation: name, scenario: name, notApplicable: name }),
};

/** A planned case as plain data, for JSON or YAML. */
export function writeCase(planned: PlannedCase): Json {
  return structuredClone(planned) as unknown as Json;
}

/**
 * A planned case from parsed JSON or YAML; `where` names the file in messages. Throws KitError("config") with everything
 * that does not fit.
 */
export function readCase(data: unknown, where: string): PlannedCase {
  const schema = isObject(data) && "notApplicable" in data ? caseSchemas.notApplicable : caseSchemas.played;
  refuse(where, describe(schema, data, ""));
  const planned = data as PlannedCase;
  if (!("steps" in planned)) return planned;
  return { ...planned, steps: readSteps(planned.steps, `${where}, 'steps'`) };
}

/** The steps of a scenario from parsed JSON or YAML. Throws KitError("config") with everything that does not fit. */
export function readSteps(data: unknown, where: string): Step[] {
  if (!Array.isArray(data)) {
    throw new KitError("config", `${where}: ${expectedGot("a list of steps", typeOf(data))}.`);
  }
  refuse(
    where,
    stepProblems(data).map(({ message }) => message),
  );
  return data as Step[];
}

/** What does not fit, with a JSON Pointer into the list of steps. */
export interface StepProblem {
  pointer: string;
  message: string;
}

/** Everything in a list of steps that does not fit. */
export function stepProblems(steps: readonly unknown[]): StepProblem[] {
  return steps.flatMap((step, index): StepProblem[] => {
    const at = `/${index}`;
    const place = `step ${index + 1}`;
    if (!isObject(step)) {
      return [{ pointer: at, message: `${place}: ${expectedGot("an object with `step`", typeOf(step))}.` }];
    }
    const { step: word } = step;
    const schema = typeof word === "string" ? schemas.get(word) : undefined;
    if (schema !== undefined) {
      return misfitting(schema, step, place).map(({ pointer, message }) => ({
        pointer: at + pointer,
        message,
      }));
    }
    const hint = typeof word === "string" ? suggest(word, stepNames) : ` Known: ${stepNames.join(", ")}.`;
    const got = expectedGot("the name of a step", JSON.stringify(word) ?? "nothing");
    return [{ pointer: word === undefined ? at : `${at}/step`, message: `${place}: ${got}.${hint}` }];
  });
}

function describe(schema: TSchema, data: unknown, place: string): string[] {
  return misfitting(schema, data, place).map(({ message }) => message);
}

function misfitting(schema: TSchema, data: unknown, place: string): StepProblem[] {
  return misfits(schema, data as Json).map(({ pointer, expected, got, hint }) => {
    const field = pointer === "" ? "" : `'${pointer.slice(1).replaceAll("/", ".")}'`;
    const at = [place, field].filter((part) => part !== "").join(", ");
    return { pointer, message: `${at === "" ? "" : `${at}: `}${expectedGot(expected, got)}.${hint}` };
  });
}

function refuse(where: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new KitError("config", problems.map((problem) => `${where}, ${problem}`).join("\n"));
}

function closed(properties: Record<string, TSchema>): TSchema {
  return Type.Object(properties, { additionalProperties: false });
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}
