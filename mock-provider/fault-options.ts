import { expectedGot, KitError } from "../src/core/errors.js";
import { isObject, type JsonObject } from "../src/core/json.js";
import type { Static, TSchema } from "../src/core/schema.js";
import { misfits } from "../src/core/schema-words.js";
import type { Fault, Scene } from "./fault.js";

/** A fault whose `fire` sees its options by the types of its schema. */
export function defineFault<T extends TSchema>(
  fault: Omit<Fault, "options" | "fire"> & {
    options: T;
    fire(scene: Scene, options: Static<T>): void | Promise<void>;
  },
): Fault {
  return { ...fault, fire: (scene, options) => fault.fire(scene, options as Static<T>) };
}

/**
 * The options with the defaults of the fault's schema filled in. Throws KitError("bad-fault") that names every option
 * that does not fit, what was expected and what came.
 */
export function readFaultOptions(fault: Fault, options: JsonObject): JsonObject {
  const problems = faultOptionProblems(fault, options);
  if (problems.length > 0) {
    throw new KitError("bad-fault", problems.map((problem) => problem.message).join("\n"));
  }
  return withDefaults(fault, options);
}

/** What is wrong with the options of a fault, each with a JSON Pointer into them. */
export function faultOptionProblems(
  fault: Fault,
  options: JsonObject,
): { pointer: string; message: string }[] {
  return misfits(fault.options, withDefaults(fault, options)).map(({ pointer, expected, got, hint }) => ({
    pointer,
    message: `fault '${fault.id}', option '${pointer.slice(1).replaceAll("/", ".")}': ${expectedGot(expected, got)}.${hint}`,
  }));
}

function withDefaults(fault: Fault, options: JsonObject): JsonObject {
  const filled: JsonObject = structuredClone(options);
  const { properties } = fault.options as { properties?: JsonObject };
  for (const [name, schema] of Object.entries(properties ?? {})) {
    if (filled[name] === undefined && isObject(schema) && schema["default"] !== undefined) {
      filled[name] = structuredClone(schema["default"]);
    }
  }
  return filled;
}
