import type { BodyKind } from "../contract/model.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { entriesIn, type OpenApiDocument } from "./document.js";

/** The content of a body in the media type that the kit understands best. */
export interface Content {
  kinds: BodyKind[];
  schema: Json | undefined;
  /** The document's own examples, in its order. */
  examples: Json[];
}

/** What a request or response carries; `kinds` is empty when it carries nothing that the contract language can say. */
export function contentOf(document: OpenApiDocument, body: JsonObject): Content {
  const entries = entriesIn(document, body["content"]);
  const known = entries.flatMap(([type, media]) => {
    const kind = kindOf(type);
    return kind === null ? [] : [{ kind, media }];
  });
  const best =
    known.find(({ kind }) => kind === "json") ?? known.find(({ kind }) => kind === "form") ?? known[0];
  if (best === undefined) return { kinds: [], schema: undefined, examples: [] };
  return {
    kinds: [...new Set(known.map(({ kind }) => kind))],
    schema: best.media["schema"],
    examples: examplesOf(document, best.media),
  };
}

/** The media types that a body is declared with. */
export function mediaTypes(body: JsonObject): string[] {
  return isObject(body["content"]) ? Object.keys(body["content"]) : [];
}

function kindOf(mediaType: string): BodyKind | null {
  const [type = ""] = mediaType.toLowerCase().split(";");
  if (/^(?:application|text)\/(?:[^/]*\+)?json$/.test(type.trim()) || type.trim() === "*/*") return "json";
  if (type.trim() === "application/x-www-form-urlencoded") return "form";
  return type.trim() === "multipart/form-data" ? "multipart" : null;
}

function examplesOf(document: OpenApiDocument, media: JsonObject): Json[] {
  const named = entriesIn(document, media["examples"]).map(([, example]) => example["value"]);
  const schema = document.resolve(media["schema"]);
  const ofSchema = Array.isArray(schema["examples"]) ? schema["examples"] : [];
  return [media["example"], ...named, schema["example"], ...ofSchema].filter(
    (example): example is Json => example !== undefined,
  );
}
