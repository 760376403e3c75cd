import { stepProblems } from "../../checks/read-steps.js";
import { armingProblems } from "../../mock-provider/arming.js";
import type { Fault } from "../../mock-provider/fault.js";
import { formatDiagnostics, inFileOrder, type Diagnostic } from "../contract/diagnostics.js";
import type { Contract } from "../contract/model.js";
import { readYaml, writeYaml, type YamlText } from "../contract/yaml.js";
import { expectedGot, KitError } from "../core/errors.js";
import { isObject, type Json, type JsonObject } from "../core/json.js";
import type { Step } from "../core/scenario.js";
import { misfits } from "../core/schema-words.js";
import { Type, type Static } from "../core/schema.js";
import { suggest } from "../core/suggest.js";
import { stepInWords } from "../docs/step-words.js";

const text = Type.String({ minLength: 1 });

const schema = Type.Object(
  {
    /** `explored/<seed>-<n>`, or any other name. */
    scenario: text,
    /** Relative to the file. */
    contract: text,
    /** Its name in `threeworlds.yaml`; or … */
    connector: Type.Optional(text),
    /** … the command that starts it. */
    command: Type.Optional(text),
    operation: text,
    /** The operations the connector performs; default: every write of the contract. */
    performs: Type.Optional(Type.Array(text, { minItems: 1 })),
    seed: Type.Optional(Type.Integer({ minimum: 0 })),
    /** The rule it was found under; for people. */
    rule: Type.Optional(text),
    steps: Type.Array(Type.Unknown(), { minItems: 1 }),
  },
  { additionalProperties: false },
);

/** A scenario in a file of its own. */
export interface SavedScenario extends Omit<Static<typeof schema>, "steps"> {
  steps: Step[];
}

/** A saved scenario with its text, to say where something stands in it. */
export interface ReadScenario {
  file: string;
  saved: SavedScenario;
  yaml: YamlText;
  text: string;
}

/** A scenario as YAML, each step with what it does above it. `found` says what was seen, `replay` how to play it again. */
export function writeScenario(
  saved: SavedScenario,
  { found, replay }: { found: string; replay: string },
): string {
  const comments = new Map([
    ["", `${found}\nPlay it again: ${replay}`],
    ...saved.steps.map((step, index): [string, string] => [
      `/steps/${index}`,
      stepInWords(step).replaceAll("`", "").replaceAll("*", ""),
    ]),
  ]);
  return writeYaml(saved as unknown as Json, { comments, blankBefore: new Set(["/steps"]) });
}

/** The scenario in a YAML text. Throws KitError("config") with everything that does not fit, each with its line. */
export function readScenario(source: string, file: string): ReadScenario {
  const yaml = readYaml(source, file);
  if (yaml.value === undefined) throw new KitError("config", formatDiagnostics(yaml.mistakes, source));
  const { value } = yaml;
  const problems = misfits(schema, value).map(({ pointer, expected, got, hint }) => ({
    pointer,
    message: `${pointer === "" ? "the file" : pointer}: ${expectedGot(expected, got)}.${hint}`,
  }));
  if (isObject(value)) {
    if (value["connector"] !== undefined && value["command"] !== undefined) {
      const message = `'command': ${expectedGot("either 'connector' or 'command'", "both")}.`;
      problems.push({ pointer: "/command", message });
    }
    if (Array.isArray(value["steps"])) {
      const wrong = stepProblems(value["steps"]);
      problems.push(...wrong.map(({ pointer, message }) => ({ pointer: `/steps${pointer}`, message })));
    }
  }
  const read: ReadScenario = { file, saved: value as unknown as SavedScenario, yaml, text: source };
  refuse(read, problems);
  return read;
}

/** Throws KitError("config"), with lines, when the scenario names an operation or a fault that there is not, or one that cannot be armed so. */
export function refuseUnplayable(
  read: ReadScenario,
  contract: Contract,
  faults: ReadonlyMap<string, Fault>,
): void {
  const { saved } = read;
  const operations = contract.operations.map(({ name }) => name);
  const unknown = (pointer: string, name: string | undefined): { pointer: string; message: string }[] =>
    name === undefined || operations.includes(name)
      ? []
      : [
          {
            pointer,
            message: `${expectedGot(`an operation of ${contract.file}`, `'${name}'`)}.${suggest(name, operations)}`,
          },
        ];
  const problems = [
    ...unknown("/operation", saved.operation),
    ...(saved.performs ?? []).flatMap((name, index) => unknown(`/performs/${index}`, name)),
    ...saved.steps.flatMap((step, index) => {
      const at = `/steps/${index}`;
      if (step.step === "perform") return unknown(`${at}/operation`, step.operation);
      if (step.step === "together") {
        return step.performs.flatMap(({ operation }, place) =>
          unknown(`${at}/performs/${place}/operation`, operation),
        );
      }
      if (step.step !== "fault") return [];
      return armingProblems(armingOf(step), { faults, operations }).map(({ pointer, message }) => ({
        pointer: at + pointer,
        message,
      }));
    }),
  ];
  refuse(read, problems);
}

function armingOf(step: Extract<Step, { step: "fault" }>): JsonObject {
  const { step: _, optional: __, times, ...rest } = step;
  const how = times === undefined ? {} : { times: times === "untilSettle" ? "untilDisarmed" : times };
  return { ...rest, ...how } as unknown as JsonObject;
}

function refuse(read: ReadScenario, problems: readonly { pointer: string; message: string }[]): void {
  if (problems.length === 0) return;
  const diagnostics = problems.map(({ pointer, message }): Diagnostic => ({
    ...read.yaml.locate(pointer),
    severity: "error",
    code: "scenario",
    message,
    hint: null,
  }));
  throw new KitError("config", formatDiagnostics(inFileOrder(diagnostics), read.text));
}
