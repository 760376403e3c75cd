import { below } from "../contract/schema/walk.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { WrittenAnswer } from "./answer.js";
import { textIn, type OpenApiDocument } from "./document.js";
import { failureBody } from "./errors.js";
import { undocumented } from "./idempotency.js";
import { contentOf, type Content } from "./media.js";
import { plainName } from "./names.js";
import type { ApiOperation, Parameter } from "./operations.js";
import { pagesOf } from "./pages.js";
import { exampleOf, responseWith, type ReadsOfOne } from "./reads.js";
import { findId } from "./receipt.js";
import type { Remarks } from "./remarks.js";
import type { WrittenRequest } from "./request.js";
import { sampleOf } from "./sample.js";
import { viewOf } from "./schema-view.js";

/** The reads of the document that belong to a write. */
export interface Reads {
  one: ReadsOfOne | null;
  many: ApiOperation | null;
}

/** Every way in which the document lets a client find what the write made. */
export function lookupsOf(
  document: OpenApiDocument,
  write: ApiOperation,
  { one, many }: Reads,
  request: WrittenRequest,
  answer: WrittenAnswer,
  remarks: Remarks,
): Json {
  const found: JsonObject[] = [];
  if (one !== null) found.push(byId(document, write, one, answer, remarks.below(found.length)));
  const list = many === null ? null : listed(document, write, many, request, remarks.below(found.length));
  if (list !== null) found.push(list);
  if (found.length > 0) return found;
  remarks.openQuestion(
    "how can a prior effect be found? The document has no GET that belongs to this operation. Look for a search or a list.",
  );
  return undocumented("none");
}

function byId(
  document: OpenApiDocument,
  write: ApiOperation,
  { operation, itemPath, parameter, content, absent }: ReadsOfOne,
  answer: WrittenAnswer,
  remarks: Remarks,
): JsonObject {
  remarks.guessed(`GET ${operation.path}`);
  remarks.below("lag").openQuestion("can the object be read at once after it was made?");
  const id = findId(document, content.schema, exampleOf(content), { path: write.path, parameter });
  const object = content.kinds.length === 0 ? (answer.id?.wrapper ?? "") : (id?.wrapper ?? "");
  return {
    by: "id",
    request: { method: "GET", path: itemPath },
    ...(object === "" ? {} : { object }),
    absent: { status: 404, ...(absent === null ? {} : failureBody(document, absent)) },
    lag: undocumented({ typically: "0s", atMost: "unpublished" }),
  };
}

/** The list at the write's own path: searched by reference where it takes such a filter, else read to its end. */
function listed(
  document: OpenApiDocument,
  write: ApiOperation,
  list: ApiOperation,
  request: WrittenRequest,
  remarks: Remarks,
): JsonObject | null {
  const content = contentOf(document, responseWith(list, /^2/));
  const items = itemsIn(document, content, write.path);
  if (items === null) return null;
  const { reference } = request;
  const filter =
    reference === null ? undefined : list.parameters.find((one) => isFilterFor(one, reference.name));
  const needed = list.parameters.filter(
    (one) => one.in === "query" && one.required && one.name !== filter?.name,
  );
  const query = {
    ...Object.fromEntries(needed.map((one) => [one.name, neededValue(document, one, request)])),
    ...(filter === undefined ? {} : { [filter.name]: "{{reference}}" }),
  };
  remarks.guessed(
    filter === undefined
      ? `GET ${list.path}, which has no filter for the reference: read to its end and compared`
      : `the filter '${filter.name}' of GET ${list.path}`,
  );
  const pages = pagesOf(document, list, content, remarks);
  const by = filter === undefined ? "scan" : "reference";
  if (by === "reference") {
    remarks.below("matching").openQuestion("does the filter match exactly, or beginnings and parts as well?");
  }
  remarks.below("lag").openQuestion("how far behind may the list be, typically and at most?");
  remarks
    .below("complete")
    .openQuestion(
      "can matches be missing (permissions, caps, archived objects)? Only if not is absence proof.",
    );
  return {
    by,
    request: {
      method: "GET",
      path: list.path,
      ...(Object.keys(query).length === 0 ? {} : { query }),
    },
    items,
    ...(by === "reference" ? { matching: undocumented("contains") } : {}),
    lag: undocumented({ typically: "0s", atMost: "unpublished" }),
    ...(pages === null ? {} : { pages }),
    complete: undocumented(true),
  };
}

function isFilterFor({ in: where, name }: Parameter, reference: string): boolean {
  const plain = plainName(name);
  const wanted = plainName(reference);
  return (
    where === "query" && (plain === wanted || plain === `filter${wanted}` || plain === `metadata${wanted}`)
  );
}

/** A filter that the list insists on: what the write said there, or the document's example. */
function neededValue(
  document: OpenApiDocument,
  { name, schema, example }: Parameter,
  request: WrittenRequest,
): string {
  const { properties } = viewOf(document, request.schema);
  const field = Object.keys(properties).find((one) => plainName(one) === plainName(name));
  const isThere = field !== undefined && isObject(request.body) && Object.hasOwn(request.body, field);
  if (isThere && /^[\w-]+$/.test(field)) return `{{request.body.${field}}}`;
  const value = example ?? sampleOf(document, schema, { depth: 1 }, name);
  return (textIn(value) ?? JSON.stringify(value)).replaceAll("{{", "{{{{");
}

/** JSON Pointer to the list of objects within an answer; null when there is none. */
function itemsIn(document: OpenApiDocument, content: Content, path: string): string | null {
  const view = viewOf(document, content.schema);
  const shown = exampleOf(content);
  if (view.type === "array" || (view.type === null && Array.isArray(shown))) return "";
  const resource = plainName(path.split("/").findLast((part) => part !== "" && !part.includes("{")) ?? "");
  const usual = [
    resource,
    "data",
    "items",
    "results",
    "result",
    "records",
    "values",
    "entries",
    "list",
    "content",
  ];
  const arrays = Object.keys(view.properties).filter(
    (name) => viewOf(document, view.properties[name]).type === "array",
  );
  const rank = (name: string): number => (usual.includes(plainName(name)) ? usual.indexOf(plainName(name)) : usual.length); // prettier-ignore
  const [best] = arrays.sort((a, b) => rank(a) - rank(b));
  return best === undefined ? null : below("", best);
}
