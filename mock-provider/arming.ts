import { expectedGot, KitError, type KitErrorCode } from "../src/core/errors.js";
import { isObject, type Json, type JsonObject } from "../src/core/json.js";
import { phases } from "../src/core/phase.js";
import { Type } from "../src/core/schema.js";
import { misfits } from "../src/core/schema-words.js";
import { suggest } from "../src/core/suggest.js";
import type { Fault } from "./fault.js";
import { faultOptionProblems, readFaultOptions } from "./fault-options.js";
import type { Arming } from "./provider.js";

const forever = "untilDisarmed";

/** The schema of an arming as it is written in a `--faults` file or sent to the control API. */
export const armingSchema = Type.Object(
  {
    fault: Type.String({ minLength: 1 }),
    at: Type.Enum([...phases]),
    on: Type.Optional(
      Type.Object(
        {
          operation: Type.Optional(Type.String()),
          role: Type.Optional(Type.Enum(["write", "lookup", "poll", "token", "any"])),
          nth: Type.Optional(
            Type.Union([Type.Integer({ minimum: 1 }), Type.Literal("every")], {
              description: "a whole number of at least 1, or every",
            }),
          ),
          businessKey: Type.Optional(Type.String()),
          key: Type.Optional(Type.String()),
          reusedConnection: Type.Optional(Type.Boolean()),
          furtherPage: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    ),
    options: Type.Optional(Type.Object({})),
    times: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1 }), Type.Literal(forever)], {
        description: "a whole number of at least 1, or untilDisarmed",
      }),
    ),
  },
  { additionalProperties: false },
);

/** Why something cannot be armed; the pointer leads into the arming as it was written. */
export interface ArmingProblem {
  pointer: string;
  code: KitErrorCode;
  message: string;
}

/** What there is to arm and to arm it on. */
export interface Armable {
  faults: ReadonlyMap<string, Fault>;
  operations: readonly string[];
}

/** Everything that is wrong with an arming; empty when it can be armed. */
export function armingProblems(value: Json, { faults, operations }: Armable): ArmingProblem[] {
  const shape = misfits(armingSchema, value).map(({ pointer, expected, got, hint }) => ({
    pointer,
    code: "bad-fault" as const,
    message: `arming${pointer === "" ? "" : `, '${pointer.slice(1).replaceAll("/", ".")}'`}: ${expectedGot(expected, got)}.${hint}`,
  }));
  if (!isObject(value)) return shape;
  const problems: ArmingProblem[] = [...shape];
  const on = isObject(value["on"]) ? value["on"] : {};
  if (typeof on["operation"] === "string" && !operations.includes(on["operation"])) {
    problems.push({
      pointer: "/on/operation",
      code: "unknown-operation",
      message: `unknown operation '${on["operation"]}'.${suggest(on["operation"], operations)}`,
    });
  }
  if (typeof value["fault"] !== "string" || value["fault"] === "") return problems;
  const fault = faults.get(value["fault"]);
  if (fault === undefined) {
    const known = suggest(value["fault"], [...faults.keys()]);
    problems.push({
      pointer: "/fault",
      code: "unknown-fault",
      message: `unknown fault '${value["fault"]}'.${known}`,
    });
    return problems;
  }
  problems.push(...placeProblems(fault, value["at"], on["role"]));
  const options = isObject(value["options"]) ? value["options"] : {};
  for (const { pointer, message } of faultOptionProblems(fault, options)) {
    problems.push({ pointer: `/options${pointer}`, code: "bad-fault", message });
  }
  return problems;
}

/**
 * The arming with defaults filled in: from code (`times` may be Infinity) or as written (`untilDisarmed`). Throws one
 * KitError with all that is wrong.
 */
export function readArming(
  value: Arming | JsonObject,
  armable: Armable,
): Arming & { options: JsonObject; times: number } {
  const { times, ...rest } = value as Arming;
  const written = { ...rest, ...(times === undefined ? {} : { times: finite(times) }) } as unknown as Json;
  const problems = armingProblems(written, armable);
  const fault = armable.faults.get(rest.fault);
  if (problems.length > 0 || fault === undefined) {
    throw new KitError(
      problems[0]?.code ?? "unknown-fault",
      problems.map((problem) => problem.message).join("\n"),
    );
  }
  const role = rest.on?.role ?? fault.roles?.[0];
  return {
    ...rest,
    ...(role === undefined ? {} : { on: { ...rest.on, role } }),
    options: readFaultOptions(fault, rest.options ?? {}),
    times: times === undefined ? 1 : finite(times) === forever ? Number.POSITIVE_INFINITY : times,
  };
}

function placeProblems(fault: Fault, at: Json | undefined, role: Json | undefined): ArmingProblem[] {
  const problems: ArmingProblem[] = [];
  const phase = phases.find((known) => known === at);
  const what = `fault '${fault.id}'`;
  if (phase !== undefined && !fault.phases.includes(phase)) {
    problems.push({
      pointer: "/at",
      code: "bad-fault",
      message: `${what}, 'at': ${expectedGot(`one of ${fault.phases.join(", ")}`, `'${phase}'`)}.`,
    });
  }
  if (role !== "write" && role !== "lookup" && role !== "poll" && role !== "token") return problems;
  const commits = phase === "committed" && fault.roles === undefined;
  const roles = commits ? ["write", "token"] : phase === "committed" ? ["write"] : (fault.roles ?? [role]);
  if (!roles.includes(role)) {
    problems.push({
      pointer: "/on/role",
      code: "bad-fault",
      message: `${what}, 'on.role': ${expectedGot(roles.join(" or "), `'${role}'`)}.`,
    });
  }
  return problems;
}

function finite(times: number | typeof forever): number | typeof forever {
  return times === Number.POSITIVE_INFINITY ? forever : times;
}
