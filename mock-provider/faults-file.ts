import { formatDiagnostics, type Diagnostic } from "../src/contract/diagnostics.js";
import { readYaml } from "../src/contract/yaml.js";
import { expectedGot, KitError } from "../src/core/errors.js";
import type { JsonObject } from "../src/core/json.js";
import { armingProblems, readArming, type Armable } from "./arming.js";
import type { Arming } from "./provider.js";

/**
 * Reads a list of armings from YAML or JSON text. Throws one KitError with every mistake, each with file, line and
 * column, in file order.
 */
export function readFaultsFile(text: string, file: string, armable: Armable): Arming[] {
  const { value, mistakes, locate } = readYaml(text, file);
  const found = mistakes.map((mistake) =>
    mistake.code === "empty" || mistake.code === "several-documents"
      ? {
          ...mistake,
          hint: "Write one list of faults, such as `- { fault: reset-connection, at: committed }`.",
        }
      : mistake,
  );
  if (value !== undefined && !Array.isArray(value)) {
    found.push(problem(locate(""), "bad-fault", `${expectedGot("a list of faults", "another value")}.`));
  }
  const armings = Array.isArray(value) ? value : [];
  armings.forEach((arming, index) => {
    for (const { pointer, code, message } of armingProblems(arming, armable)) {
      found.push(problem(locate(`/${index}${pointer}`, "value"), code, message));
    }
  });
  if (found.length > 0) {
    throw new KitError(value === undefined ? "yaml" : "bad-fault", formatDiagnostics(found, text));
  }
  return armings.map((arming) => readArming(arming as JsonObject, armable));
}

function problem(
  place: { file: string; line: number; column: number },
  code: string,
  message: string,
): Diagnostic {
  return { ...place, severity: "error", code, message, hint: null };
}
