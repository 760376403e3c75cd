import type { Flaw } from "./flaw.js";
import type { FlawRow, Matrix } from "./matrix.js";
import { familyOf, folded, shapeOf } from "./names.js";

export interface MatrixFacts {
  matrix: Matrix;
  flaws: readonly Flaw[];
  rules: readonly { id: string; title: string }[];
  /** In the order of the page. */
  scenarios: readonly string[];
  /** Why no flaw is stopped by a variant, by its name. */
  idle: ReadonlyMap<string, string>;
}

interface Row {
  flaw: Flaw;
  row: FlawRow;
  /** Scenarios that stop it under a rule that has to. */
  own: string[];
  /** Scenarios that stop it under other rules only. */
  other: string[];
}

/** The kill matrix as a page, in Markdown: what stops every known mistake, and that careful connectors are left in peace. */
export function matrixPage(facts: MatrixFacts): string {
  const rows = rowsOf(facts);
  const blocks = [
    "# Kill matrix",
    "Do the checks stop the connectors that they are for, and no others? The kit brings connectors whose mistakes are known: careful " +
      "ones for every shape of contract, and ones that are careful but for exactly one mistake (`test/connectors/flaws`). Every one of them " +
      "was played in every scenario that applies to the first operation of its contract. `npx threeworlds selftest` does the same on your machine, with the scenarios that " +
      "have to stop a mistake. This page is made by `npm run matrix`.",
    topFigures(facts, rows),
    "## Mistakes",
    "Under the rule that they break by their nature. *Stopped by* are the scenarios that show it under one of the rules named; behind " +
      "*also* are those that stop it under other rules only.",
    ...facts.rules.flatMap((rule) => ruleSection(facts, rule, rows)),
    "## Rules",
    "How many mistakes a rule has to stop, and in how many it speaks at all.",
    table(
      ["rule", "mistakes to stop", "speaks in"],
      facts.rules.map(({ id }) => [
        `\`${id}\``,
        String(rows.filter(({ flaw }) => flaw.stoppedBy.includes(id)).length),
        String(
          rows.filter(({ row }) => Object.values(row.stopped).some((rules) => rules.includes(id))).length,
        ),
      ]),
    ),
    "## Scenarios",
    "How many mistakes a scenario stops, in any of its variants; and of those how many under a rule that has to.",
    table(
      ["scenario", "variants", "mistakes stopped", "under their own rule"],
      facts.scenarios.map((id) => scenarioRow(facts, rows, id)),
    ),
    ...idleSection(facts, rows),
    "## Careful connectors",
    carefulTable(facts.matrix),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** Variants that stop no flaw; those named after errors count as one, whatever the error. */
export function idleVariants(matrix: Matrix): string[] {
  const rows = Object.values(matrix.flaws);
  const stopping = new Set(rows.flatMap(({ stopped }) => Object.keys(stopped).map(shapeOf)));
  return variantsOf(matrix).filter((name) => !stopping.has(name));
}

function rowsOf({ matrix, flaws }: MatrixFacts): Row[] {
  return flaws.flatMap((flaw) => {
    const row = matrix.flaws[flaw.id];
    if (row === undefined) return [];
    const names = Object.keys(row.stopped);
    const own = names.filter((name) => row.stopped[name]?.some((rule) => flaw.stoppedBy.includes(rule)));
    return [{ flaw, row, own, other: names.filter((name) => !own.includes(name)) }];
  });
}

function topFigures(facts: MatrixFacts, rows: readonly Row[]): string {
  const { matrix, flaws, rules, scenarios } = facts;
  const stopped = rows.filter(({ flaw, own }) => flaw.scenarios.every((name) => own.includes(name)));
  const careful = Object.values(matrix.careful);
  const speaking = rules.filter(({ id }) => rows.some(({ flaw }) => flaw.stoppedBy.includes(id)));
  const variants = variantsOf(matrix);
  const idle = idleVariants(matrix);
  const stopping = scenarios.filter((id) =>
    rows.some(({ own }) => own.some((name) => familyOf(name) === id)),
  );
  const played = careful.reduce((sum, row) => sum + row.played, 0);
  return table(
    ["", ""],
    [
      ["flawed connectors stopped", `**${stopped.length} of ${flaws.length}**`],
      [
        "careful connectors blamed",
        `**${careful.filter(({ blamed }) => blamed.length > 0).length} of ${careful.length}**`,
      ],
      ["rules that have to stop one", `${speaking.length} of ${rules.length}`],
      ["scenarios that stop one under its own rule", `${stopping.length} of ${scenarios.length}`],
      ["variants that stop one", `${variants.length - idle.length} of ${variants.length}`],
      ["scenarios played by careful connectors", played.toLocaleString("en")],
    ],
  );
}

function ruleSection(
  { matrix }: MatrixFacts,
  rule: { id: string; title: string },
  rows: readonly Row[],
): string[] {
  const mine = rows.filter(({ flaw }) => flaw.stoppedBy[0] === rule.id);
  if (mine.length === 0) return [];
  return [
    `### ${rule.id}`,
    `${rule.title}.`,
    table(
      ["connector", "mistake", "contract", "stopped by"],
      mine.map(({ flaw, row, own, other }) => {
        const all = matrix.scenarios[row.contract] ?? [];
        const more = flaw.stoppedBy.slice(1).map((id) => `\`${id}\``);
        const also = other.length === 0 ? "" : ` *also* ${folded(other, all)}`;
        const rules = more.length === 0 ? "" : `(and under ${more.join(", ")}) `;
        return [`\`${flaw.id}\``, flaw.mistake, `\`${flaw.contract}\``, `${rules}${folded(own, all)}${also}`];
      }),
    ),
  ];
}

function scenarioRow({ matrix }: MatrixFacts, rows: readonly Row[], id: string): string[] {
  const isMine = (name: string): boolean => familyOf(name) === id;
  const stopping = rows.filter(({ row }) => Object.keys(row.stopped).some(isMine));
  const own = rows.filter((row) => row.own.some(isMine));
  const variants = variantsOf(matrix).filter(isMine);
  return [`\`${id}\``, String(variants.length), String(stopping.length), String(own.length)];
}

function idleSection({ matrix, idle }: MatrixFacts, rows: readonly Row[]): string[] {
  const names = rows.length === 0 ? [] : idleVariants(matrix);
  if (names.length === 0) return [];
  return [
    "### Variants that stop none of them",
    table(
      ["variant", "why it is there all the same"],
      names.map((name) => [`\`${name}\``, idle.get(name) ?? ""]),
    ),
  ];
}

function carefulTable({ careful }: Matrix): string {
  return table(
    ["connector", "contract", "scenarios played", "blamed"],
    Object.entries(careful).map(([id, { contract, played, blamed }]) => [
      id === contract ? "careful" : `careful, \`${id}\``,
      `\`${contract}\``,
      String(played),
      String(blamed.length),
    ]),
  );
}

function variantsOf(matrix: Matrix): string[] {
  const contracts = new Set(Object.values(matrix.flaws).map(({ contract }) => contract));
  const names = [...contracts].flatMap((contract) => matrix.scenarios[contract] ?? []);
  return [...new Set(names.map(shapeOf))].sort();
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
