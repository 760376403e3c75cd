import type { Contract, Fact } from "../../contract/model.js";
import { basisMark } from "./evidence.js";
import { factName } from "./fact-names.js";
import { code, heading, type Block, type Inline, type Row } from "./page/content.js";
import { isWebAddress } from "./page/plain-text.js";
import { notDocumented, valueText } from "./words.js";

/** How many facts rest on what. */
export type FactCounts = Record<Fact["basis"], number>;

/** The bases in the order in which they are told. */
export const basisOrder: readonly Fact["basis"][] = ["documented", "observed", "assumed", "undocumented"];

/** Counts the facts of contracts by basis. */
export function countFacts(contracts: readonly Contract[]): FactCounts {
  const counts: FactCounts = { documented: 0, observed: 0, assumed: 0, undocumented: 0 };
  for (const { basis } of contracts.flatMap(({ facts }) => facts)) counts[basis] += 1;
  return counts;
}

/** The counts in words: `12 documented, 0 observed, …`. */
export function countsInWords(counts: FactCounts): string {
  return basisOrder.map((basis) => `${counts[basis]} ${basis}`).join(", ");
}

/** Every fact of the contract with its basis and source, a table for each operation and one each for what is general. */
export function factBlocks(contract: Contract): Block[] {
  const groups = new Map<string, { title: Inline[]; rows: Row[] }>();
  for (const fact of contract.facts) {
    const [first = "", second = "", ...rest] = fact.pointer.slice(1).split("/");
    const isOperation = first === "operations";
    const group = isOperation ? `facts-${second}` : `facts-in-${first}`;
    const title: Inline[] = isOperation ? [code(second)] : [first.charAt(0).toUpperCase() + first.slice(1)];
    const known = groups.get(group) ?? { title, rows: [] };
    known.rows.push(factRow(contract, fact, isOperation ? [second, ...rest] : [second, ...rest]));
    groups.set(group, known);
  }
  return [...groups].flatMap(([id, { title, rows }]): Block[] => [
    heading(3, id, ...title),
    { block: "table", head: ["What", "Value", "How we know"], rows, stacked: true },
  ]);
}

function factRow(contract: Contract, fact: Fact, place: readonly string[]): Row {
  return {
    cells: [nameOf(contract, fact, place), valueOf(fact), [...howKnown(fact)]],
    ...(fact.basis === "undocumented" ? { tone: "look" } : {}),
  };
}

function nameOf(contract: Contract, fact: Fact, place: readonly string[]): Inline[] {
  if (!fact.pointer.startsWith("/operations/")) return [factName(place)];
  const [operation, ...below] = place;
  const name = factName(below);
  const [list, at] = below;
  if (list !== "errors" || at === undefined) return [name, ...nth(below)];
  const error = contract.operations.find((one) => one.name === operation)?.errors[Number(at)];
  return [code(error?.name ?? at), `: ${name.charAt(0).toLowerCase()}${name.slice(1)}`];
}

function nth([list, at]: readonly string[]): string[] {
  return list === "lookup" && at !== undefined ? [` (lookup ${Number(at) + 1})`] : [];
}

function valueOf(fact: Fact): Inline[] {
  if (fact.basis !== "undocumented") return [code(valueText(fact.value))];
  return fact.assume === null || fact.assume === "unpublished"
    ? [notDocumented]
    : [notDocumented, "; the mock does as if it were ", code(valueText(fact.assume))];
}

function howKnown(fact: Fact): Inline[] {
  const { source } = fact;
  const mark = basisMark({ ...fact, source: null });
  if (source === null) return [mark];
  return [
    mark,
    " ",
    isWebAddress(source) ? { link: source.replace(/^https?:\/\//, ""), href: source } : source,
  ];
}
