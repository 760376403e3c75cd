import { isObject, type Json } from "../../../src/core/json.js";

/** What a name inside `{{…}}` must stand for; null when any value will do. */
export type Expect = (name: string) => { value: Json | undefined } | null;

/** How closely something has to fit. */
export interface Closeness {
  /** Fields that the template has may be missing: an answer that follows a selection. */
  mayLack?: boolean;
  /** Fields that the template has not may be there. */
  mayHaveMore?: boolean;
}

const whole = /^\{\{([^{}]+)\}\}$/;
const placeholder = /\{\{([^{}]*)\}\}/;

/** Every place where a value is not what the template says, in words; empty when it fits. */
export function misfit(
  template: Json | undefined,
  there: Json | undefined,
  expect: Expect,
  closeness: Closeness = {},
  at = "",
): string[] {
  if (typeof template === "string") return textMisfit(template, there, expect, closeness, at);
  if (there === undefined) {
    if (template === undefined || closeness.mayLack === true) return [];
    return [`${at || "the body"}: expected ${show(template)}, got nothing`];
  }
  if (Array.isArray(template)) {
    const items = template.filter((item) => !isAbsent(item, expect));
    if (!Array.isArray(there) || there.length !== items.length) return [differs(items, there, at)];
    return items.flatMap((item, index) => misfit(item, there[index], expect, closeness, `${at}/${index}`));
  }
  if (isObject(template)) {
    if (!isObject(there)) return [differs(template, there, at)];
    const isTooMuch = (name: string): boolean =>
      !Object.hasOwn(template, name) && closeness.mayHaveMore !== true && there[name] !== null;
    return [
      ...Object.entries(template).flatMap(([name, inner]) =>
        misfit(inner, there[name], expect, closeness, `${at}/${name}`),
      ),
      ...Object.keys(there)
        .filter(isTooMuch)
        .map((name) => `${at}/${name}: expected nothing, got ${show(there[name])}`),
    ];
  }
  return isSame(template, there) ? [] : [differs(template, there, at)];
}

/** Equal but for the types of scalars: form bodies and headers know texts only. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (isScalar(one) && isScalar(other)) return String(one) === String(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

function textMisfit(
  template: string,
  there: Json | undefined,
  expect: Expect,
  closeness: Closeness,
  at: string,
): string[] {
  if (there === undefined && closeness.mayLack === true) return [];
  const name = whole.exec(template)?.[1]?.trim();
  if (name !== undefined) {
    const expected = expect(name);
    if (expected === null) return there === undefined ? [`${at}: expected {{${name}}}, got nothing`] : [];
    const { value } = expected;
    // What the request did not say is left out.
    if (value === undefined) return there === undefined || there === null ? [] : [differs(value, there, at)];
    if (closeness.mayLack === true && isObject(value))
      return misfit(literal(value), there, expect, closeness, at);
    return isSame(value, there) ? [] : [differs(value, there, at)];
  }
  const parts = template.split(placeholder);
  if (parts.some((part, index) => index % 2 === 1 && isAbsentName(part, expect))) {
    return there === undefined ? [] : [differs(undefined, there, at)];
  }
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return escape(part);
    const expected = expect(part.trim());
    return expected === null ? ".+" : escape(textOf(expected.value));
  });
  const fits = isScalar(there) && new RegExp(`^${source.join("")}$`, "s").test(String(there));
  return fits ? [] : [differs(template, there, at)];
}

/** A value as a template that means itself. */
function literal(value: Json): Json {
  return JSON.parse(JSON.stringify(value).replaceAll("{{", "{{{{")) as Json;
}

function isAbsent(template: Json, expect: Expect): boolean {
  return (
    typeof template === "string" &&
    template.split(placeholder).some((part, index) => index % 2 === 1 && isAbsentName(part, expect))
  );
}

function isAbsentName(name: string, expect: Expect): boolean {
  const expected = expect(name.trim());
  return expected !== null && expected.value === undefined;
}

function isScalar(value: Json | undefined): value is string | number | boolean | null {
  return value === null || (value !== undefined && typeof value !== "object");
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function differs(expected: Json | undefined, got: Json | undefined, at: string): string {
  return `${at || "the body"}: expected ${show(expected)}, got ${show(got)}`;
}

/** A value, short enough for a message. */
export function show(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
