import { diffContracts, safetyChanges, type Change, type Impact } from "../../contract/diff.js";
import { readContract } from "../../contract/load.js";
import type { Location } from "../../contract/model.js";

export interface DiffOptions {
  json: boolean;
}

/** Compares two contracts, writes what changed, and gives the exit code. */
export async function runDiff(
  older: string,
  newer: string,
  options: DiffOptions,
  output: { write(text: string): unknown },
): Promise<number> {
  const [before, after] = [await readContract(older), await readContract(newer)];
  const changes = diffContracts(before, after);
  const safety = safetyChanges(before, after);
  output.write(options.json ? asJson(older, newer, changes, safety) : asText(changes, safety));
  return changes.some(({ impact }) => impact === "breaking") ? 1 : 0;
}

type Safety = ReturnType<typeof safetyChanges>;

/** What is quoted of a value in a line. */
const longestValue = 80;

const impactWords: Record<Impact, string> = {
  breaking: "breaking",
  review: "review",
  harmless: "not breaking",
};

function asText(changes: readonly Change[], safety: Safety): string {
  const lines = changes.map(({ path, kind, before, after, impact, why, older, newer }) => {
    const what =
      kind === "added"
        ? `added ${short(after)}`
        : kind === "removed"
          ? `was ${short(before)}`
          : `${short(before)} → ${short(after)}`;
    return `${impactWords[impact]}: ${path}: ${what}\n    ${why} (${where(newer ?? older)})`;
  });
  const words = safety.map(
    ({ operation, before, after }) => `retry safety of ${operation}: ${before} → ${after}`,
  );
  const count = (impact: Impact): number => changes.filter((change) => change.impact === impact).length;
  const sum = `${changes.length} ${changes.length === 1 ? "change" : "changes"}: ${count("breaking")} breaking, ${count("review")} to review, ${count("harmless")} not breaking`;
  return `${[lines.join("\n"), words.join("\n"), sum].filter((part) => part !== "").join("\n\n")}\n`;
}

function asJson(older: string, newer: string, changes: readonly Change[], safety: Safety): string {
  const count = (impact: Impact): number => changes.filter((change) => change.impact === impact).length;
  const report = {
    version: 1,
    old: older,
    new: newer,
    changes: changes.map(({ older: was, newer: is, ...change }) => ({
      ...change,
      breaking: change.impact === "breaking",
      old: was,
      new: is,
    })),
    retrySafety: safety,
    summary: { breaking: count("breaking"), review: count("review"), harmless: count("harmless") },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function short(value: Change["before"]): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}

function where(place: Location | null): string {
  return place === null ? "nowhere" : `${place.file}:${place.line}:${place.column}`;
}
