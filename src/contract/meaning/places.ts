import { isObject, type JsonObject } from "../../core/json.js";
import type { Problem } from "../diagnostics.js";
import { below } from "../schema/walk.js";

/** Checks a mapping by itself; the schema names the check in `rule`. */
export type Rule = (value: JsonObject, pointer: string) => Problem[];

/** The checks a schema can name: pairs of keys that only make sense together. */
export const rules: Record<string, Rule> = {
  place: (value, pointer) =>
    value["in"] === "body"
      ? [...needs(value, "pointer", "in: body", pointer), ...excludes(value, "name", "in: body", pointer)]
      : [
          ...needs(value, "name", "in: header", pointer),
          ...excludes(value, "pointer", "in: header", pointer),
        ],

  keyPlace: (value, pointer) => {
    const where = `in: ${word(value, "in")}`;
    if (value["in"] === "body")
      return [...needs(value, "pointer", where, pointer), ...excludes(value, "name", where, pointer)];
    const wrong = excludes(value, "pointer", where, pointer);
    const lengths = lengthsOf(value, pointer);
    return value["in"] === "graphqlDirective"
      ? [...wrong, ...lengths]
      : [...needs(value, "name", where, pointer), ...wrong, ...lengths];
  },

  retention: (value, pointer) => {
    const is = value["is"];
    if (is === "permanent") return excludes(value, "for", "is: permanent", pointer);
    if (is === "unpublished") {
      return excludes(
        value,
        "for",
        "is: unpublished",
        pointer,
        "Write `assume:` for what the mock should enact.",
      );
    }
    if (is !== undefined) return needs(value, "for", `is: ${word(value, "is")}`, pointer);
    return value["for"] === undefined && value["assume"] === undefined
      ? needs(value, "for", "retention", pointer)
      : [];
  },

  replay: (value, pointer) => {
    const gives = word(value, "gives");
    if (gives === "storedAnswer" || gives === "currentState")
      return excludes(value, "original", `gives: ${gives}`, pointer);
    const status = needs(value, "status", `gives: ${gives}`, pointer);
    if (gives === "refusal") return [...status, ...excludes(value, "original", "gives: refusal", pointer)];
    return [...status, ...needs(value, "original", `gives: ${gives}`, pointer), ...captures(value, pointer)];
  },

  pages: (value, pointer) => {
    const style = word(value, "style");
    if (style === "link") return excludes(value, "parameter", "style: link", pointer);
    if (style === "linkInBody") {
      return [
        ...needs(value, "next", "style: linkInBody", pointer),
        ...excludes(value, "parameter", "style: linkInBody", pointer),
      ];
    }
    const parameter = needs(value, "parameter", `style: ${style}`, pointer);
    if (style !== "cursor") return [...parameter, ...excludes(value, "cursor", `style: ${style}`, pointer)];
    const cursor = value["cursor"];
    if (isObject(cursor) && cursor["from"] === "lastItem") {
      return [...parameter, ...needs(cursor, "pointer", "from: lastItem", below(pointer, "cursor"))];
    }
    return [...parameter, ...needs(value, "next", "style: cursor", pointer)];
  },

  lookup: (value, pointer) => [
    ...objectOrItems(value, pointer),
    ...(value["items"] === undefined && value["pages"] !== undefined
      ? [
          {
            pointer: below(pointer, "pages"),
            at: "key" as const,
            code: "conflicting-keys",
            message: "'pages' means nothing without `items`.",
            hint: "Only a list has pages.",
          },
        ]
      : []),
  ],

  wait: (value, pointer) => {
    const ways = ["header", "pointer", "fixed"].filter((way) => value[way] !== undefined);
    if (ways.length === 1) return ways[0] === "fixed" ? excludes(value, "format", "fixed", pointer) : [];
    return [
      {
        pointer,
        code: "conflicting-keys",
        message: `a wait is told by one of 'header', 'pointer', 'fixed', and here ${ways.length === 0 ? "is none" : `are ${ways.join(" and ")}`}.`,
      },
    ];
  },

  account: (value, pointer) =>
    value["in"] === "credential"
      ? excludes(value, "name", "in: credential", pointer)
      : needs(value, "name", `in: ${word(value, "in")}`, pointer),
};

function objectOrItems(value: JsonObject, pointer: string): Problem[] {
  const { by, object } = value;
  if (by === "id") {
    return excludes(value, "items", "by: id", pointer, "An id finds one object; write `object:`.");
  }
  if (object !== undefined) {
    return excludes(value, "items", "object", pointer, "A lookup gives one object or a list.");
  }
  return by === "scan" ? needs(value, "items", "by: scan", pointer) : [];
}

/** The word at a key; the schema has made sure that it is one. */
function word(value: JsonObject, key: string): string {
  const found = value[key];
  return typeof found === "string" ? found : "";
}

function needs(value: JsonObject, key: string, because: string, pointer: string): Problem[] {
  if (value[key] !== undefined) return [];
  return [
    { pointer, at: "key", code: "missing-key", message: `missing key '${key}', which \`${because}\` needs.` },
  ];
}

function excludes(
  value: JsonObject,
  key: string,
  because: string,
  pointer: string,
  hint?: string,
): Problem[] {
  if (value[key] === undefined) return [];
  return [
    {
      pointer: below(pointer, key),
      at: "key",
      code: "conflicting-keys",
      message: `'${key}' means nothing with \`${because}\`.`,
      ...(hint === undefined ? {} : { hint }),
    },
  ];
}

function lengthsOf(value: JsonObject, pointer: string): Problem[] {
  const { minLength, maxLength } = value;
  if (typeof minLength !== "number" || typeof maxLength !== "number" || minLength <= maxLength) return [];
  return [
    {
      pointer: below(pointer, "minLength"),
      code: "conflicting-keys",
      message: `'minLength' (${minLength}) is above 'maxLength' (${maxLength}).`,
    },
  ];
}

function captures(value: JsonObject, pointer: string): Problem[] {
  const original = value["original"];
  if (!isObject(original) || typeof original["pattern"] !== "string") return [];
  if (/\((?!\?[:=!<])/.test(original["pattern"].replaceAll(/\\./g, ""))) return [];
  return [
    {
      pointer: below(below(pointer, "original"), "pattern"),
      code: "wrong-value",
      message: "the pattern has no group, so nothing says which part is the id of the first effect.",
      hint: "Put parentheses around it, e.g. `ID: (\\d+)`.",
    },
  ];
}
