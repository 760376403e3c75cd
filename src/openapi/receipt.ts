import { below } from "../contract/schema/walk.js";
import { isObject, type Json } from "../core/json.js";
import type { OpenApiDocument } from "./document.js";
import { plainName, singular, wordsOf } from "./names.js";
import { viewOf } from "./schema-view.js";

/** Where an answer's body seems to name the effect. */
export interface IdPlace {
  /** JSON Pointer to the id. */
  pointer: string;
  /** JSON Pointer to the object that holds it: the effect as reads show it. */
  wrapper: string;
  /** The field's own name. */
  name: string;
  schema: Json | undefined;
  example: Json | undefined;
  /** Whether another field could as well be it. */
  isDoubtful: boolean;
}

/** What helps to recognise an id. */
export interface IdHints {
  /** The path of the operation: `dialogs` makes `dialogId` likely. */
  path: string;
  /** The parameter that a read of one such object takes in its path, if there is one. */
  parameter: string | null;
}

const ofOthers =
  /^(?:request|correlation|trace|log|account|customer|client|user|organi[sz]ation|tenant|merchant|parent)/;
const links = ["selflink", "self", "href", "url", "uri", "location"];

/** The field of an answer that most likely is the receipt: by its name, at the top or within one or two wrappers. */
export function findId(
  document: OpenApiDocument,
  schema: Json | undefined,
  example: Json | undefined,
  hints: IdHints,
): IdPlace | null {
  const whole = viewOf(document, schema);
  if (whole.type === "string" || whole.type === "integer") {
    return { pointer: "", wrapper: "", name: "", schema, example, isDoubtful: true };
  }
  const levels: IdPlace[][] = [[], [], []];
  const look = (inner: Json | undefined, shown: Json | undefined, wrapper: string, depth: number): void => {
    const { properties } = viewOf(document, inner);
    const value = isObject(shown) ? shown : {};
    for (const name of new Set([...Object.keys(properties), ...Object.keys(value)])) {
      const pointer = below(wrapper, name);
      const view = viewOf(document, properties[name]);
      if ((view.type === "object" || isObject(value[name])) && depth < 2) {
        look(properties[name], value[name], pointer, depth + 1);
      } else if (canBeId(view.type, value[name])) {
        const place = {
          pointer,
          wrapper,
          name,
          schema: properties[name],
          example: value[name],
          isDoubtful: false,
        };
        levels[depth]?.push(place);
      }
    }
  };
  look(schema, example, "", 0);
  const sure = levels.flatMap((places) => best(places, (name) => surety(name, hints)));
  if (sure[0] !== undefined) return sure[0];
  const doubtful = levels.flatMap((places) => best(places, lesserSurety))[0];
  return doubtful === undefined ? null : { ...doubtful, isDoubtful: true };
}

function canBeId(type: string | null, value: Json | undefined): boolean {
  if (typeof value === "object" && value !== null) return false;
  return type === null || type === "string" || type === "integer" || type === "number";
}

function best(places: readonly IdPlace[], surety: (name: string) => number): IdPlace[] {
  const ranked = places.map((place) => ({ place, rank: surety(place.name) })).filter(({ rank }) => rank > 0);
  return ranked.sort((a, b) => b.rank - a.rank).map(({ place }) => place).slice(0, 1); // prettier-ignore
}

function surety(name: string, { path, parameter }: IdHints): number {
  const plain = plainName(name);
  if (parameter !== null && isNamedBy(name, parameter)) return 4;
  if (plain === "id") return 3;
  if (resourcesOf(path).some((resource) => plain === `${resource}id`)) return 2;
  return ["uuid", "guid", "sid"].includes(plain) ? 1 : 0;
}

function lesserSurety(name: string): number {
  const plain = plainName(name);
  if (/(?:^|[a-z])id$/.test(plain) && !ofOthers.test(plain)) return 4;
  if (["number", "key", "code", "name", "slug"].includes(plain)) return 2;
  return links.includes(plain) ? 3 : 0;
}

/** `issue_number` in a path names the field `number`, and `dialogId` the field `id`. */
function isNamedBy(field: string, parameter: string): boolean {
  const words = wordsOf(parameter);
  const plain = plainName(field);
  return words.some((_word, at) => words.slice(at).join("") === plain);
}

function resourcesOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && !part.includes("{")).map((part) => singular(plainName(part))); // prettier-ignore
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How ids look, as a template, by the document's example of one. */
export function idTemplate(document: OpenApiDocument, { schema, example }: IdPlace): string {
  const { type, keywords } = viewOf(document, schema);
  const shown = example ?? keywords["example"];
  if (type === "integer" || type === "number" || typeof shown === "number") return "{{sequence}}";
  if (keywords["format"] === "uuid") return "{{uuid}}";
  const text = typeof shown === "string" ? (shown.split(/[/?#]/).findLast((part) => part !== "") ?? "") : "";
  if (uuid.test(text)) return "{{uuid}}";
  if (/^\d+$/.test(text)) return "{{sequence}}";
  const shape = /^([A-Za-z]{1,12}[_-])?([A-Za-z0-9]{4,60})$/.exec(text);
  const letters = String(Math.min(60, Math.max(8, shape?.[2]?.length ?? 20)));
  const generator = /^[0-9a-f]+$/.test(shape?.[2] ?? "g") ? "hex" : "alphanumeric";
  return `${shape?.[1] ?? ""}{{${generator} ${letters}}}`;
}

/** Whether ids are URLs of the objects themselves. */
export function isUrlId(document: OpenApiDocument, { schema, example, name }: IdPlace): boolean {
  const { keywords } = viewOf(document, schema);
  const shown = example ?? keywords["example"];
  if (typeof shown === "string") return /^(?:https?:\/)?\//.test(shown);
  return links.includes(plainName(name)) || keywords["format"] === "uri" || keywords["format"] === "url";
}
