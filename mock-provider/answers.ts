import type { AnswerTemplate } from "../src/contract/model.js";
import type { Json } from "../src/core/json.js";
import { compileTemplate } from "../src/core/template.js";
import { resolveIn, type Scope } from "./names.js";

const textType: [string, string] = ["Content-Type", "text/plain; charset=utf-8"];
const jsonType: [string, string] = ["Content-Type", "application/json; charset=utf-8"];

/** Most answers have no header but their type: they share these. */
const textOnly = [textType];
const jsonOnly = [jsonType];

/** An answer, ready to be written. */
export interface Answer {
  status: number;
  /** Names as sent. */
  headers: readonly [name: string, value: string][];
  body: Json | undefined;
}

/** Makes a status, headers and a body with templates ready to be filled in. */
export function compileAnswer(template: AnswerTemplate): (scope: Scope) => Answer {
  const headers = compileHeaders(template.headers);
  const body = template.body === undefined ? () => undefined : compileTemplate(template.body);
  return (scope) => makeAnswer(template.status, headers(scope), body(resolveIn(scope)));
}

/** Makes header templates ready; one that names something absent is left out. */
export function compileHeaders(headers: Record<string, string>): (scope: Scope) => [string, string][] {
  const fields = Object.entries(headers).map(([name, value]) => [name, compileTemplate(value)] as const);
  if (fields.length === 0) return () => [];
  return (scope) => {
    const resolve = resolveIn(scope);
    const filled: [string, string][] = [];
    for (const [name, field] of fields) {
      const value = field(resolve);
      if (value !== undefined) filled.push([name, headerText(value)]);
    }
    return filled;
  };
}

/** An answer from its parts; a text is sent as it is, anything else as JSON. */
export function makeAnswer(
  status: number,
  headers: readonly [string, string][],
  body: Json | undefined,
): Answer {
  if (body === undefined || headers.some(([name]) => name.toLowerCase() === "content-type")) {
    return { status, headers, body };
  }
  const isText = typeof body === "string";
  if (headers.length === 0) return { status, headers: isText ? textOnly : jsonOnly, body };
  return { status, headers: [isText ? textType : jsonType, ...headers], body };
}

/** The body as it travels. */
export function bodyText({ body }: Answer): string {
  if (body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** What a header value may not hold is left out: values can come from requests. */
function headerText(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
}

/** The same answer with other or further headers. */
export function withHeaders(answer: Answer, headers: readonly [string, string][]): Answer {
  if (headers.length === 0) return answer;
  if (answer.headers.length === 0) return { ...answer, headers: [...headers] };
  const replaced = new Set(headers.map(([name]) => name.toLowerCase()));
  return {
    ...answer,
    headers: [...answer.headers.filter(([name]) => !replaced.has(name.toLowerCase())), ...headers],
  };
}
