import { isObject, type Json, type JsonObject } from "../core/json.js";
import { entriesIn, textIn, type OpenApiDocument } from "./document.js";
import { camelCase, plainName } from "./names.js";
import type { ApiOperation } from "./operations.js";
import type { Remarks } from "./remarks.js";

/** How the provider knows who is calling: what the chosen operations ask for first. */
export function credentialsOf(
  document: OpenApiDocument,
  operations: readonly ApiOperation[],
  remarks: Remarks,
): JsonObject {
  const schemes = entriesIn(document, document.resolve(document.root["components"])["securitySchemes"]);
  const asked = operations
    .map(({ security }) => security)
    .find((one) => Array.isArray(one) && one.length > 0);
  const alternatives = requirements(asked ?? document.root["security"]);
  const named = alternatives.map((names) => schemes.filter(([name]) => names.includes(name)));
  const candidates = [...named, ...schemes.map((scheme) => [scheme])].filter((list) => list.length > 0);
  for (const candidate of candidates) {
    const written = write(document, candidate, remarks);
    if (written !== null) return written;
  }
  remarks.openQuestion(
    schemes.length === 0
      ? "how does the provider know who is calling? The document declares no security scheme."
      : `how is the scheme ${schemes.map(([name]) => `'${name}'`).join(", ")} written in this language?`,
  );
  return { scheme: "none" };
}

function requirements(security: Json | undefined): string[][] {
  return (Array.isArray(security) ? security : [])
    .filter(isObject)
    .map((one) => Object.keys(one))
    .filter((names) => names.length > 0);
}

type Scheme = [name: string, scheme: JsonObject];

function write(document: OpenApiDocument, schemes: readonly Scheme[], remarks: Remarks): JsonObject | null {
  const from = schemes.map(([name]) => `'${name}'`).join(" and ");
  const keys = schemes.filter(
    ([name, one]) =>
      one["type"] === "apiKey" && !plainName(`${name} ${textIn(one["name"]) ?? ""}`).includes("version"),
  );
  const [first] = keys.length > 0 ? keys : schemes;
  if (first === undefined) return null;
  const written = keys.length > 0 ? apiKeys(keys, remarks) : oneScheme(document, first[1], remarks);
  if (written === null) return null;
  remarks.guessed(`the security scheme ${from}`);
  remarks.note("What an issued credential looks like can be said with `format:`.");
  return written;
}

function oneScheme(document: OpenApiDocument, scheme: JsonObject, remarks: Remarks): JsonObject | null {
  const type = scheme["type"];
  const http = (textIn(scheme["scheme"]) ?? "").toLowerCase();
  if (type === "http" && http === "bearer") return { scheme: "bearer" };
  if (type === "http" && http === "basic") return { scheme: "basic" };
  if (type === "http") {
    remarks.openQuestion(`how is '${http}' written into the Authorization header?`);
    return { scheme: "header", accepts: [{ in: "header", name: "Authorization" }] };
  }
  if (type === "openIdConnect") {
    remarks.openQuestion("where are tokens issued? OpenID Connect is read as a bearer token.");
    return { scheme: "bearer" };
  }
  return type === "oauth2" ? oauth2(document, scheme, remarks) : null;
}

function apiKeys(keys: readonly Scheme[], remarks: Remarks): JsonObject | null {
  const places = keys.flatMap(([name, scheme]) => {
    const where = scheme["in"];
    const called = textIn(scheme["name"]);
    return (where === "header" || where === "query") && called !== null ? [{ name, where, called }] : [];
  });
  const [first] = places;
  if (first === undefined) return null;
  if (places.some(({ called }) => plainName(called) === "authorization")) {
    remarks.openQuestion("what stands before the credential in the Authorization header (`prefix:`)?");
  }
  return {
    scheme: first.where,
    ...(places.length === 1 ? {} : { parts: places.map(({ name }) => camelCase(name, "part")) }),
    accepts: places.map(({ where, called }) => ({ in: where, name: called })),
  };
}

function oauth2(document: OpenApiDocument, scheme: JsonObject, remarks: Remarks): JsonObject {
  const flows = entriesIn(document, scheme["flows"]).map(([, flow]) => textIn(flow["tokenUrl"]));
  const url = flows.find((one) => one !== null) ?? null;
  if (url === null) remarks.openQuestion("where are tokens issued (`token.url`)?");
  remarks.openQuestion(
    "does a refresh invalidate the tokens of requests that are still running (`refresh:`)?",
  );
  return { scheme: "oauth2", token: { url: url ?? "/oauth/token" } };
}
