import type { Contract, Fact } from "../model.js";
import { dotted } from "../explain.js";
import type { Finding, LintOptions } from "./finding.js";
import { tokenFindings } from "./tokens.js";
import { webhookFindings } from "./webhooks.js";

const shownFacts = 4;

/** What concerns a contract as a whole: its review, its sources, its webhooks, its tokens. */
export function fileFindings(contract: Contract, options: LintOptions): Finding[] {
  return [
    ...review(contract, options),
    ...sources(contract),
    ...beliefs(contract),
    ...webhookFindings(contract),
    ...tokenFindings(contract),
  ];
}

function review({ provider }: Contract, { today }: LintOptions): Finding[] {
  if (provider.reviewed === null) {
    return [
      {
        pointer: "/provider",
        severity: "note",
        code: "not-reviewed",
        message: "nobody has said when this file was last held against the documentation.",
        hint: "Add `reviewed: YYYY-MM-DD`.",
      },
    ];
  }
  if (today === undefined || !isOverAYearBefore(provider.reviewed, today)) return [];
  return [
    {
      pointer: "/provider/reviewed",
      severity: "warning",
      code: "stale-review",
      message: `last held against the documentation on ${provider.reviewed}, over a year ago.`,
      hint: "Read the documentation again and set today's date.",
    },
  ];
}

/** Dates as text compare like dates. */
function isOverAYearBefore(reviewed: string, today: string): boolean {
  const lastYear = `${String(Number(today.slice(0, 4)) - 1).padStart(4, "0")}${today.slice(4)}`;
  return reviewed < lastYear;
}

function sources({ facts }: Contract): Finding[] {
  const seen = new Set<string>();
  return facts.flatMap(({ source, pointer }) => {
    if (source === null || /^[a-z][a-z0-9+.-]*:/i.test(source) || seen.has(source)) return [];
    seen.add(source);
    return [
      {
        pointer,
        severity: "warning" as const,
        code: "source-without-scheme",
        message: `the source ${JSON.stringify(source)} cannot be followed: it has no scheme.`,
        hint: "Write it with https://.",
      },
    ];
  });
}

/** What rests on nothing written: one note per operation and kind, since it is a fact about the provider and not a mistake. */
function beliefs({ facts, operations }: Contract): Finding[] {
  return operations.flatMap(({ name }) => {
    const pointer = `/operations/${name}`;
    const own = facts.filter((fact) => fact.pointer.startsWith(`${pointer}/`));
    const silent = own.filter(({ basis }) => basis === "undocumented");
    const unsourced = own.filter(({ basis, source }) => basis !== "undocumented" && source === null);
    return [
      ...summary(silent, pointer, "undocumented", `not documented for '${name}'`),
      ...summary(unsourced, pointer, "no-source", `stated of '${name}' without a source`),
    ];
  });
}

function summary(facts: readonly Fact[], pointer: string, code: string, what: string): Finding[] {
  if (facts.length === 0) return [];
  const names = facts.map((fact) => dotted(fact.pointer.slice(pointer.length)));
  const more = names.length > shownFacts ? `, and ${names.length - shownFacts} more` : "";
  return [
    { pointer, severity: "note", code, message: `${what}: ${names.slice(0, shownFacts).join(", ")}${more}.` },
  ];
}
