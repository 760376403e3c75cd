import { parametersOf } from "../contract/meaning/path.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import { getAt, setAt } from "../core/pointer.js";
import { answerBody } from "./answer-body.js";
import { entriesIn, type OpenApiDocument } from "./document.js";
import { contentOf, type Content } from "./media.js";
import { plainName } from "./names.js";
import type { ApiOperation } from "./operations.js";
import { outcomeOf } from "./outcome.js";
import { exampleOf, type ReadsOfOne } from "./reads.js";
import { findId, idTemplate, isUrlId, type IdHints, type IdPlace } from "./receipt.js";
import type { Remarks } from "./remarks.js";
import type { WrittenRequest } from "./request.js";
import { viewOf } from "./schema-view.js";

/** What the answer part of an operation came to. */
export interface WrittenAnswer {
  answer: JsonObject;
  /** Only of operations that create. */
  effect: JsonObject | null;
  id: IdPlace | null;
}

interface Answered {
  document: OpenApiDocument;
  operation: ApiOperation;
  request: WrittenRequest;
  reads: ReadsOfOne | null;
}

/** Writes what is answered to a request that was carried out. */
export function answerOf(answered: Answered, remarks: Remarks): WrittenAnswer {
  const { document, operation } = answered;
  const success = successOf(operation);
  const status = success === null ? 200 : statusOf(success[0]);
  if (success === null) {
    remarks.openQuestion("what does success look like? The document declares no 2xx answer.");
  }
  const response = success?.[1] ?? {};
  const content = contentOf(document, response);
  return operation.nature === "creates"
    ? created(answered, status, response, content, remarks)
    : carriedOut(answered, status, content);
}

function created(
  answered: Answered,
  status: number,
  response: JsonObject,
  content: Content,
  remarks: Remarks,
): WrittenAnswer {
  const { document, operation, reads } = answered;
  const hasBody = content.kinds.length > 0;
  const id = hasBody ? findId(document, content.schema, exampleOf(content), hintsOf(answered)) : null;
  const isAcknowledged = status === 202;
  const header = headerWithId(document, response, id);
  const inHeader = id === null || header !== null ? (header ?? "Location") : null;
  const template = isAcknowledged ? "{{ticket}}" : "{{effect.id}}";
  const url = urlOf(reads?.itemPath ?? `${operation.path}/{id}`);
  const body = hasBody ? bodyOf(answered, content, id, { template, url }) : undefined;
  const name = isAcknowledged ? "ticket" : "receipt";
  remarkPlace(remarks.below(name), id, header, hasBody);
  remarkKind(remarks.below("is"), status);
  const outcome = isAcknowledged ? outcomeOf(document, reads, remarks.below("outcome"), remarks) : null;
  const sent = inHeader === null || isAcknowledged || !/location$/i.test(inHeader) ? template : url;
  const headers = {
    ...(inHeader === null ? {} : { [inHeader]: sent }),
    ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}),
  };
  const representation = representationOf(answered, id, body);
  return {
    answer: {
      is: isAcknowledged ? "acknowledgement" : "receipt",
      status,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      [name]:
        inHeader === null ? { in: "body", pointer: id?.pointer ?? "" } : { in: "header", name: inHeader },
      ...(body === undefined ? {} : { body }),
      ...(outcome === null ? {} : { outcome }),
    },
    effect: {
      id: id === null ? "{{alphanumeric 20}}" : idTemplate(document, id),
      ...(representation === undefined ? {} : { representation }),
    },
    id,
  };
}

/** Of what creates nothing: an id in the answer is that of the object that the path names. */
function carriedOut(answered: Answered, status: number, content: Content): WrittenAnswer {
  const { document, operation } = answered;
  const own = parametersOf(operation.path).at(-1);
  const hints = { path: operation.path, parameter: own ?? null };
  const found = content.kinds.length > 0 ? findId(document, content.schema, exampleOf(content), hints) : null;
  const id = own === undefined || found?.isDoubtful === true ? null : found;
  // Only used where there is an id, hence a parameter.
  const template = `{{request.path.${own ?? "id"}}}`;
  const body =
    content.kinds.length > 0 ? bodyOf(answered, content, id, { template, url: template }) : undefined;
  return {
    answer: {
      is: "receipt",
      status,
      ...(id === null ? {} : { receipt: { in: "body", pointer: id.pointer } }),
      ...(body === undefined ? {} : { body }),
    },
    effect: null,
    id,
  };
}

/**
 * What reads of one effect show: the object within the answer's wrapper; where the answer names the effect without showing
 * it, what the read of one is declared to give. Undefined when the answer's body is it.
 */
function representationOf(answered: Answered, id: IdPlace | null, body: Json | undefined): Json | undefined {
  const { document, reads } = answered;
  if (id !== null && id.wrapper !== "") return getAt(body, id.wrapper);
  if (id !== null && id.pointer !== "") return undefined;
  if (reads === null || reads.content.kinds.length === 0) return undefined;
  const shown = findId(document, reads.content.schema, exampleOf(reads.content), hintsOf(answered));
  const url = urlOf(reads.itemPath);
  const whole = bodyOf(answered, reads.content, shown, { template: "{{effect.id}}", url });
  return shown === null || shown.wrapper === "" ? whole : getAt(whole, shown.wrapper);
}

function hintsOf({ operation, reads }: Answered): IdHints {
  return { path: operation.path, parameter: reads?.parameter ?? null };
}

function bodyOf(
  { document, operation, request }: Answered,
  content: Content,
  id: IdPlace | null,
  shown: { template: string; url: string },
): Json {
  const isUrl = id !== null && isUrlId(document, id) && shown.template !== "{{ticket}}";
  const value = isUrl ? shown.url : shown.template;
  // A text is sent as it is; as JSON it has quotes.
  if (id?.pointer === "") return viewOf(document, id.schema).type === "string" ? `"${value}"` : value;
  const body = answerBody(document, {
    schema: content.schema,
    example: exampleOf(content),
    fixed: id === null ? {} : { [id.pointer]: value },
    echoes: id?.wrapper ?? "",
    effectId: shown.template,
    request: { schema: request.schema, body: request.body, path: operation.path },
  });
  if (id === null || getAt(body, id.pointer) !== undefined) return body;
  return setAt(isObject(body) ? body : {}, id.pointer, value);
}

function urlOf(itemPath: string): string {
  const path = itemPath.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    name === "id" ? "{{effect.id}}" : `{{request.path.${name}}}`,
  );
  return `{{baseUrl}}${path}`;
}

/** 201 counts more than 202, that more than 200, any more than a range. */
function successOf({ responses }: ApiOperation): [string, JsonObject] | null {
  const order = ["201", "202", "200", "203", "204"];
  const found = responses.filter(([status]) => /^2(?:\d\d|XX)$/i.test(status));
  const rank = ([status]: [string, JsonObject]): number =>
    order.includes(status) ? order.indexOf(status) : order.length;
  return found.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

function statusOf(status: string): number {
  return /^\d+$/.test(status) ? Number(status) : 200;
}

/** A response header that names what was made, when the body does not. */
function headerWithId(document: OpenApiDocument, response: JsonObject, id: IdPlace | null): string | null {
  if (id !== null && !id.isDoubtful) return null;
  const names = entriesIn(document, response["headers"]).map(([name]) => name);
  const likely = ["location", "operationlocation", "contentlocation", "xmessageid", "messageid"];
  return names.find((name) => likely.includes(plainName(name))) ?? null;
}

function remarkPlace(remarks: Remarks, id: IdPlace | null, header: string | null, hasBody: boolean): void {
  if (header !== null) {
    remarks.guessed(`the header ${header} that the document declares`);
  } else if (id === null) {
    const why = hasBody ? "No field of the answer looks like an id" : "The answer is declared without a body";
    remarks.openQuestion(`what names the effect? ${why}, so a Location header is assumed.`);
  } else if (id.pointer === "") {
    remarks.openQuestion("is the answer, which is a bare text or number, the durable id of the effect?");
  } else if (id.isDoubtful) {
    remarks.openQuestion(
      `is '${id.name}' the durable id of the effect? No field of the answer is called id.`,
    );
  } else {
    remarks.guessed(`the field '${id.name}' of the answer's schema`);
  }
}

function remarkKind(remarks: Remarks, status: number): void {
  remarks.guessed(`the status ${status}`);
  if (status !== 202) return;
  remarks.openQuestion("does the effect exist when this is answered, or is it only promised?");
}
