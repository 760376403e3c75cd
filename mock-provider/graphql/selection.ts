import { isObject, type Json, type JsonObject } from "../../src/core/json.js";

/** What of an object is wanted. */
export type Selection = readonly SelectedField[];

export interface SelectedField {
  /** The name in the answer. */
  as: string;
  name: string;
  /** The type that the field is asked of, when it stands in a fragment. */
  on: string | null;
  /** Null for a field that is taken as it is. */
  of: Selection | null;
}

/** A GraphQL answer with no more of `data` in it than was asked for; errors and extensions stay. */
export function selectAnswer(body: Json | undefined, data: Selection): Json | undefined {
  if (!isObject(body) || !isObject(body["data"])) return body;
  return { ...body, data: selectObject(body["data"], data) };
}

function selectObject(object: JsonObject, selection: Selection): JsonObject {
  const type = object["__typename"];
  const selected: JsonObject = {};
  for (const { as, name, on, of } of selection) {
    const there = Object.hasOwn(object, name) ? object[name] : undefined;
    if (there === undefined) {
      // What the contract's answer does not hold is null; what another type would have is not there at all.
      if (name !== "__typename" && (on === null || on === type || type === undefined)) selected[as] = null;
    } else {
      selected[as] = of === null ? there : select(there, of);
    }
  }
  return selected;
}

function select(value: Json, selection: Selection): Json {
  if (Array.isArray(value)) return value.map((item) => select(item, selection));
  return isObject(value) ? selectObject(value, selection) : value;
}
