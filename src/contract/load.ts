import path from "node:path";
import { KitError } from "../core/errors.js";
import type { Json } from "../core/json.js";
import { compileSchema, type SchemaCheck } from "../core/schema.js";
import { checkMeaning, refuseBatches } from "./check-meaning.js";
import { formatDiagnostics, inFileOrder, type Diagnostic, type Problem } from "./diagnostics.js";
import { explain } from "./explain.js";
import type { Contract, Location } from "./model.js";
import { normalise } from "./normalise.js";
import { readFacts, type ShortDocument } from "./read-facts.js";
import { contractSchema, type ContractDocument } from "./schema.js";
import type { SchemaNode } from "./schema/walk.js";
import { readTextFile } from "./text-file.js";
import { readYaml } from "./yaml.js";

/** The largest contract that is read, bytes. */
export const maxContractBytes = 1024 * 1024;

/** A contract, or null when it has errors, and everything found in it in file order. */
export interface Inspection {
  contract: Contract | null;
  diagnostics: Diagnostic[];
}

const yamlCodes = new Set([
  "yaml",
  "yaml-tab",
  "duplicate-key",
  "alias",
  "several-documents",
  "empty",
  "too-deep",
  "too-many-keys",
]);

let fits: SchemaCheck | undefined;

/** Reads a contract and says everything that is wrong with it; never throws for what the text holds. */
export function inspectContract(text: string, file: string): Inspection {
  const clean = text.startsWith("\uFEFF") ? text.slice(1) : text;
  if (Buffer.byteLength(clean) > maxContractBytes) {
    return { contract: null, diagnostics: [tooLarge(file, Buffer.byteLength(clean))] };
  }
  const yaml = readYaml(clean, file);
  if (yaml.value === undefined) {
    const beginning = "A contract begins with `threeworlds: 1`.";
    const mistakes = yaml.mistakes.map((one) => (one.code === "empty" ? { ...one, hint: beginning } : one));
    return { contract: null, diagnostics: inFileOrder(mistakes) };
  }
  const short = readFacts(yaml.value, contractSchema as unknown as SchemaNode);
  const locate = (pointer: string, at?: "key" | "value"): Location =>
    yaml.locate(asWritten(pointer, short), at);
  const problems = problemsOf(short);
  const diagnostics = problems.map((problem): Diagnostic => {
    const at = problem.at ?? "value";
    const place = problem.raw === true ? yaml.locate(problem.pointer, at) : locate(problem.pointer, at);
    const { severity = "error", code, message, hint = null } = problem;
    return { ...place, severity, code, message, hint };
  });
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { contract: null, diagnostics: inFileOrder(diagnostics) };
  }
  const contract: Contract = {
    id: path.basename(file).replace(/\.ya?ml$/, ""),
    file,
    source: clean,
    ...normalise(short.value as unknown as ContractDocument, short.silent),
    facts: short.facts,
    locate: (pointer) => locate(pointer),
  };
  return { contract, diagnostics: inFileOrder(diagnostics) };
}

/** Reads a contract. Throws one KitError that names every mistake in file order. */
export function loadContract(text: string, file: string): Contract {
  const { contract, diagnostics } = inspectContract(text, file);
  if (contract !== null) return contract;
  const inYaml = diagnostics.some(({ code }) => yamlCodes.has(code));
  throw new KitError(
    inYaml ? "yaml" : "contract",
    formatDiagnostics(diagnostics, text.replace(/^\uFEFF/, "")),
  );
}

/** Reads a contract file and says everything that is wrong with it. Throws KitError("file") only when there is nothing to read. */
export async function inspectContractFile(file: string): Promise<Inspection & { text: string }> {
  const read = await readText(file);
  if ("diagnostic" in read) return { contract: null, diagnostics: [read.diagnostic], text: "" };
  return { ...inspectContract(read.text, file), text: read.text };
}

/** Reads a contract from a file. Throws a KitError as `loadContract` does, or one about the file itself. */
export async function readContract(file: string): Promise<Contract> {
  const read = await readText(file);
  if ("diagnostic" in read) throw new KitError("file", formatDiagnostics([read.diagnostic], ""));
  return loadContract(read.text, file);
}

type Read = { text: string } | { diagnostic: Diagnostic };

async function readText(file: string): Promise<Read> {
  const read = await readTextFile(file, maxContractBytes);
  if ("text" in read) return read;
  if (read.code === "too-large" || read.code === "not-utf8") {
    return { diagnostic: whole(file, read.code, read.message) };
  }
  throw new KitError("file", `${file}: ${read.message}`);
}

function problemsOf(short: ShortDocument): Problem[] {
  if (short.problems.length > 0 && short.value === undefined) return short.problems;
  fits ??= compileSchema(contractSchema, { own: true });
  const value = short.value as Json;
  const structural = refuseBatches([...short.problems, ...explain(fits(value), value, short.silent)]);
  return [...structural, ...checkMeaning(value, structural, short.silent)];
}

/** A pointer of the short document as one of the document as written: the content of a long fact stands under `value`. */
function asWritten(pointer: string, short: ShortDocument): string {
  if (short.long.size === 0) return pointer;
  let written = "";
  let read = "";
  const keys = pointer === "" ? [] : pointer.slice(1).split("/");
  for (const [at, key] of keys.entries()) {
    read += `/${key}`;
    written += `/${key}`;
    const isLast = at === keys.length - 1;
    if (!isLast && short.long.has(read)) written += short.silent.has(read) ? "/assume" : "/value";
  }
  return written;
}

function tooLarge(file: string, bytes: number): Diagnostic {
  return whole(file, "too-large", `the file has ${bytes} bytes, and may have ${maxContractBytes} (1 MiB).`);
}

function whole(file: string, code: string, message: string): Diagnostic {
  return { file, line: 1, column: 1, severity: "error", code, message, hint: null };
}
