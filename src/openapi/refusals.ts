import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { OpenApiDocument } from "./document.js";
import { failureBody } from "./errors.js";
import { plainName } from "./names.js";
import type { ApiOperation } from "./operations.js";

const wordings = [
  { name: "unauthorized", statuses: ["401"], status: 401, says: null },
  { name: "notFound", statuses: ["404"], status: 404, says: null },
  { name: "invalid", statuses: ["422", "400"], status: 400, says: "{{reason}}" },
] as const;

/** The provider's own wording for what the kit refuses by itself, as far as the operations declare it. */
export function refusalsOf(document: OpenApiDocument, operations: readonly ApiOperation[]): JsonObject {
  const refusals: JsonObject = {};
  for (const { name, statuses, says } of wordings) {
    const declared = statuses.flatMap((status) =>
      operations.flatMap(({ responses }) => responses.filter(([one]) => one === status)),
    )[0];
    if (declared === undefined) continue;
    const [status, response] = declared;
    const { body } = failureBody(document, response);
    if (body === undefined) continue;
    refusals[name] = { status: Number(status), body: says === null ? body : saying(body, says) };
  }
  return refusals;
}

const texts = ["message", "detail", "errormessage", "errordescription", "description", "title", "error"];

/** The body with its message replaced; as it is when it has none. */
function saying(body: Json, text: string): Json {
  if (Array.isArray(body)) return body.map((item, at) => (at === 0 ? saying(item, text) : item));
  if (!isObject(body)) return body;
  const names = Object.keys(body);
  const name = texts.flatMap((word) => names.filter((one) => plainName(one) === word && typeof body[one] === "string"))[0]; // prettier-ignore
  if (name !== undefined) return { ...body, [name]: text };
  const inner = names.find((one) => typeof body[one] === "object" && body[one] !== null);
  return inner === undefined ? body : { ...body, [inner]: saying(body[inner] ?? null, text) };
}
