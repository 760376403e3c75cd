import { inspectContract } from "../contract/load.js";
import type { Contract } from "../contract/model.js";
import { writeYaml } from "../contract/yaml.js";
import { expectedGot, KitError } from "../core/errors.js";
import { isObject, type JsonObject } from "../core/json.js";
import { credentialsOf } from "./credentials.js";
import { entriesIn, linkIn, textIn, type OpenApiDocument } from "./document.js";
import { contentOf, mediaTypes } from "./media.js";
import { kebabCase } from "./names.js";
import { writeOperation } from "./operation.js";
import { chooseOperations, operationsOf, serverOf, type ApiOperation } from "./operations.js";
import { refusalsOf } from "./refusals.js";
import { Remarks } from "./remarks.js";
import { viewOf } from "./schema-view.js";

/** A contract made from an OpenAPI document. */
export interface Skeleton {
  /** The provider id: what the file should be called. */
  id: string;
  yaml: string;
  contract: Contract;
  /** How many questions the document leaves open. */
  questions: number;
  /** Operations that were wanted and could not be written, and why. */
  leftOut: LeftOut[];
}

export interface LeftOut {
  operation: string;
  because: string;
}

const mostBytes = 1_048_576;

/**
 * Writes the skeleton of a contract: everything the document says, careful guesses marked as such, and every question that
 * only the provider's documentation can answer. Throws a KitError when nothing can be made of it.
 */
export function contractSkeleton(document: OpenApiDocument, wanted: readonly string[]): Skeleton {
  const all = operationsOf(document);
  const chosen = chooseOperations(all, wanted, document.file);
  if (chosen.length === 0) throw nothingToWrite(document, all);
  const leftOut: LeftOut[] = [];
  const fit = chosen.filter((operation) => {
    const because = obstacle(document, operation, wanted.length > 0);
    if (because !== null) leftOut.push({ operation: operation.id, because });
    return because === null;
  });
  const skeleton = fit.length === 0 ? null : loadable(document, all, fit, leftOut);
  if (skeleton !== null) return { ...skeleton, leftOut };
  const why = leftOut.map(({ operation, because }) => `\n  ${operation}: ${because}`).join("");
  throw new KitError("file", `${document.file}: no operation could be written:${why}`);
}

/** What of the operations makes a contract that can be read; those that spoil it are left out, with the reason. */
function loadable(
  document: OpenApiDocument,
  all: readonly ApiOperation[],
  operations: readonly ApiOperation[],
  leftOut: LeftOut[],
): Omit<Skeleton, "leftOut"> | null {
  const whole = written(document, all, operations, leftOut);
  if (whole.contract !== null) {
    const { contract, yaml, remarks } = whole;
    return { id: contract.id, yaml, contract, questions: remarks.questions };
  }
  const sound = operations.filter((operation) => {
    const { problem } = written(document, all, [operation], []);
    if (problem !== null) leftOut.push({ operation: operation.id, because: problem });
    return problem === null;
  });
  return sound.length === 0 || sound.length === operations.length
    ? null
    : loadable(document, all, sound, leftOut);
}

interface Written {
  yaml: string;
  contract: Contract | null;
  remarks: Remarks;
  problem: string | null;
}

function written(
  document: OpenApiDocument,
  all: readonly ApiOperation[],
  chosen: readonly ApiOperation[],
  leftOut: readonly LeftOut[],
): Written {
  const remarks = new Remarks();
  const info = document.resolve(document.root["info"]);
  const docs = linkIn(document.resolve(document.root["externalDocs"])["url"]);
  const value: JsonObject = {
    threeworlds: 1,
    provider: providerOf(document, chosen, docs, remarks.below("provider")),
    credentials: credentialsOf(document, chosen, remarks.below("credentials")),
    operations: Object.fromEntries(
      chosen.map((operation) => [
        operation.name,
        writeOperation(document, all, operation, docs, remarks.below("operations", operation.name)),
      ]),
    ),
  };
  introduce(remarks, info, document.file, leftOut);
  const operations = chosen.map(({ name }) => `/operations/${name}`);
  const yaml = writeYaml(value, {
    comments: remarks.comments(),
    blankBefore: new Set(["/provider", "/credentials", "/operations", ...operations.slice(1)]),
  });
  const bytes = Buffer.byteLength(yaml);
  if (bytes > mostBytes) {
    throw new KitError(
      "usage",
      `${document.file}: ${chosen.length} operations make a contract of ${bytes} bytes; ${expectedGot("at most 1 MiB", "more")}. Choose some with --operation.`,
    );
  }
  const file = `${kebabCase(textIn(info["title"]) ?? "", "provider")}.yaml`;
  const { contract, diagnostics } = inspectContract(yaml, file);
  return { yaml, contract, remarks, problem: contract === null ? (diagnostics[0]?.message ?? null) : null };
}

function introduce(remarks: Remarks, info: JsonObject, file: string, leftOut: readonly LeftOut[]): void {
  const version = textIn(info["version"]);
  const name = file.split(/[/\\]/).at(-1) ?? file;
  remarks.note(
    `Made from ${name} (${textIn(info["title"]) ?? "untitled"}${version === null ? "" : `, version ${version}`}) by \`threeworlds init\`.`,
  );
  remarks.note(
    'An OpenAPI document says what requests look like, not what a provider promises. Every comment "open question" names ' +
      "something to look up in the provider's documentation; then write the value, `basis: documented` and its `source:`. " +
      "What says `basis: assumed` was guessed. Set `reviewed:` when all of it was held against the documentation.",
  );
  for (const { operation, because } of leftOut) remarks.note(`Left out: ${operation}: ${because}`);
}

function providerOf(
  document: OpenApiDocument,
  chosen: readonly ApiOperation[],
  docs: string | null,
  remarks: Remarks,
): JsonObject {
  const info = document.resolve(document.root["info"]);
  const { origin } = serverOf(document, document.root["servers"]);
  if (docs === null)
    remarks.openQuestion("where is the documentation (`docs:`)? The document names no `externalDocs`.");
  if (origin === null)
    remarks.openQuestion("what is the base URL (`baseUrl:`)? The document names no absolute server.");
  const refusals = refusalsOf(document, chosen);
  return {
    name: textIn(info["title"]) ?? "Provider",
    ...(docs === null ? {} : { docs }),
    ...(origin === null ? {} : { baseUrl: origin }),
    ...(Object.keys(refusals).length === 0 ? {} : { refusals }),
  };
}

/** Why an operation is not written; null when nothing is in the way. */
function obstacle(document: OpenApiDocument, operation: ApiOperation, isAskedFor: boolean): string | null {
  const body = operation.requestBody ?? {};
  const { kinds, schema } = contentOf(document, body);
  const types = mediaTypes(body);
  if (types.length > 0 && kinds.length === 0) {
    return `a body of the type ${types.join(" or ")}, which the contract language does not have.`;
  }
  if (kinds.includes("multipart") && kinds.length === 1 && !isAskedFor) {
    return "a multipart body; choose it with --operation.";
  }
  if (operation.nature === "creates" && !isAskedFor && answersNothing(document, operation)) {
    return "nothing in its answer names an effect; choose it with --operation if it makes one.";
  }
  if (operation.nature === "creates" && viewOf(document, schema).type === "array") {
    return "a batch (a list as its body), which version 1 of the contract language does not have.";
  }
  return null;
}

/** Whether every success is declared without a body and without headers. */
function answersNothing(document: OpenApiDocument, { responses }: ApiOperation): boolean {
  const successes = responses.filter(([status]) => status.startsWith("2"));
  return (
    successes.length > 0 &&
    successes.every(
      ([, response]) =>
        mediaTypes(response).length === 0 && entriesIn(document, response["headers"]).length === 0,
    )
  );
}

function nothingToWrite(document: OpenApiDocument, all: readonly ApiOperation[]): KitError {
  const writes = all.filter(({ method }) => method !== "GET").map(({ id }) => id);
  const hint = writes.length === 0 ? "" : ` Choose among ${writes.slice(0, 20).join(", ")} with --operation.`;
  return new KitError(
    "file",
    `${document.file}: ${expectedGot("an operation that creates something", isObject(document.root["paths"]) ? "none" : "no paths")}.${hint}`,
  );
}
