import { isObject, type Json, type JsonObject } from "./json.js";

/** Finds what a name inside `{{…}}` stands for; undefined when it names something absent. */
export type Resolve = (name: string) => Json | undefined;

/** A template made ready: gives the filled-in value, or undefined when the whole of it names something absent. */
export type Template = (resolve: Resolve) => Json | undefined;

const placeholder = /\{\{(\{\{)?([^{}]*)(?:\}\})?/g;
const whole = /^\{\{([^{}]+)\}\}$/;

/**
 * Compiles the templates inside a JSON value. A string that is one placeholder alone keeps the type of what it names; a
 * field whose template names something absent is left out; `{{{{` is a literal `{{`. No code is ever evaluated.
 */
export function compileTemplate(template: Json): Template {
  if (typeof template === "string") return compileText(template);
  if (!JSON.stringify(template).includes("{{")) return () => template;
  if (Array.isArray(template)) {
    const items = template.map(compileTemplate);
    return (resolve) => items.map((item) => item(resolve)).filter((item) => item !== undefined);
  }
  if (isObject(template)) {
    const fields = Object.entries(template).map(([name, value]) => [name, compileTemplate(value)] as const);
    return (resolve) => {
      const filled: JsonObject = {};
      for (const [name, field] of fields) {
        const value = field(resolve);
        if (value === undefined) continue;
        if (name === "__proto__") defineField(filled, name, value);
        else filled[name] = value;
      }
      return filled;
    };
  }
  return () => template;
}

/** Compiles and fills in at once. */
export function fillTemplate(template: Json, resolve: Resolve): Json | undefined {
  return compileTemplate(template)(resolve);
}

/** The names inside `{{…}}` of a template, without duplicates. */
export function namesIn(template: Json): string[] {
  const names = new Set<string>();
  const visit: Resolve = (name) => {
    names.add(name);
    return undefined;
  };
  compileTemplate(template)(visit);
  return [...names];
}

/** Assigning to `__proto__` would not make a field. */
function defineField(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

function compileText(text: string): Template {
  if (!text.includes("{{")) return () => text;
  const single = whole.exec(text)?.[1]?.trim();
  if (single !== undefined) return (resolve) => resolve(single);
  const parts = split(text);
  return (resolve) => {
    let filled = "";
    let absent = false;
    for (const part of parts) {
      if (typeof part === "string") {
        filled += part;
        continue;
      }
      const value = resolve(part.name);
      if (value === undefined) absent = true;
      else filled += typeof value === "string" ? value : JSON.stringify(value);
    }
    return absent ? undefined : filled;
  };
}

function split(text: string): (string | { name: string })[] {
  const parts: (string | { name: string })[] = [];
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    parts.push(text.slice(from, match.index));
    if (match[1] === undefined) {
      parts.push({ name: (match[2] ?? "").trim() });
      from = match.index + match[0].length;
    } else {
      parts.push("{{");
      from = match.index + 4;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
