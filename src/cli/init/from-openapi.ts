import { readFile } from "node:fs/promises";
import path from "node:path";
import { retrySafety } from "../../contract/retry-safety.js";
import { KitError } from "../../core/errors.js";
import { readOpenApi } from "../../openapi/document.js";
import { contractSkeleton, type Skeleton } from "../../openapi/skeleton.js";
import { writeNew } from "./write-new.js";

/** Writes the contract that an OpenAPI document gives, and says what is in it and what to do next. */
export async function initFromOpenApi(
  file: string,
  operations: readonly string[],
  out: string,
): Promise<string> {
  const skeleton = contractSkeleton(readOpenApi(await textOf(file), file), operations);
  const target = /\.ya?ml$/.test(out) ? out : path.join(out, `${skeleton.id}.yaml`);
  await writeNew(new Map([[target, skeleton.yaml]]));
  return told(skeleton, target);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const reason = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : code;
    throw new KitError("file", `--openapi ${file}: cannot be read: ${reason}.`, { cause: error });
  }
}

function told({ contract, questions, leftOut }: Skeleton, target: string): string {
  const rows = contract.operations.map((operation) => [
    operation.name,
    `${operation.request.method} ${operation.request.path}`,
    operation.nature === "reads" ? "reads" : retrySafety(operation),
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}`);
  const count = contract.operations.length;
  return [
    `wrote ${target}: ${count} ${count === 1 ? "operation" : "operations"}, ${questions} open questions`,
    ...table,
    ...leftOut.map(({ operation, because }) => `  left out: ${operation}: ${because}`),
    "",
    'Next: answer each comment "open question" from the provider\'s documentation. Meanwhile',
    `  threeworlds lint ${target}`,
    `  threeworlds mock ${target}`,
    "",
  ].join("\n");
}
