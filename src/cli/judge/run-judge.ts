import { type Judgement, judge } from "../../../checks/judge.js";
import { judgeReceiver } from "../../../checks/receiver/judge.js";
import type { ReceiverRule } from "../../../checks/receiver/rule.js";
import type { Rule } from "../../../checks/rule.js";
import { loadCatalogue } from "../../catalogue.js";
import { loadContract } from "../../contract/load.js";
import { KitError, messageOf } from "../../core/errors.js";
import type { History, ReceiverHistory } from "../../core/history.js";
import { type Verdict, verdicts } from "../../core/verdict.js";
import { historyFiles, readHistory } from "./read-history.js";

export interface JudgeOptions {
  json: boolean;
}

interface Judged extends Judgement {
  file: string;
  history: History | ReceiverHistory;
}

/** The rules for either direction. */
interface Rules {
  sends: readonly Rule[];
  receives: readonly ReceiverRule[];
}

/**
 * Judges stored histories by nothing but what is in them, writes the verdicts, and gives the exit code. Files that are no
 * histories do not keep the others from being judged; one KitError names them all at the end.
 */
export async function runJudge(
  paths: readonly string[],
  options: JudgeOptions,
  output: { write(text: string): unknown },
): Promise<number> {
  const rules: Rules = {
    sends: [...(await loadCatalogue<Rule>("rules")).values()],
    receives: [...(await loadCatalogue<ReceiverRule>("receiver/rules")).values()],
  };
  const judged: Judged[] = [];
  const refused: KitError[] = [];
  const files = new Set<string>();
  for (const path of paths) {
    await keeping(refused, async () => {
      for (const file of await historyFiles(path)) files.add(file);
    });
  }
  for (const file of files) {
    await keeping(refused, async () => {
      const history = await readHistory(file);
      judged.push({ file, history, ...judgeFile(file, history, rules) });
    });
  }
  if (options.json) output.write(asJson(judged));
  else if (judged.length > 0) output.write(judged.map(asText).join(""));
  if (!options.json && judged.length > 1) output.write(`${summary(judged)}\n`);
  const [first] = refused;
  if (first !== undefined) throw new KitError(first.code, refused.map(({ message }) => message).join("\n"));
  return judged.some(({ verdict }) => verdict === "fail" || verdict === "inconclusive") ? 1 : 0;
}

/** What the user has to mend is kept for later. */
async function keeping(refused: KitError[], act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    refused.push(error);
  }
}

function judgeFile(file: string, history: History | ReceiverHistory, rules: Rules): Judgement {
  try {
    const contract = loadContract(history.contract.source, history.contract.file);
    return "direction" in history
      ? judgeReceiver(history, contract, rules.receives)
      : judge(history, contract, rules.sends);
  } catch (cause) {
    const detail = messageOf(cause);
    // Whatever a rule stumbles over in a file that is well-formed so far is a flaw of the file: the runner writes none such.
    throw new KitError("history", `${file}: it cannot be judged: ${detail}`, { cause });
  }
}

function asText({ file, history, verdict, reason, violations }: Judged): string {
  const head = `${verdict.padEnd(14)} ${history.operation} ${history.scenario} (${file})\n`;
  const lines = violations.flatMap((violation) => [
    `    ${violation.rule}: ${violation.message}`,
    `        entries ${violation.entries.join(", ")} · ${violation.contract.file}:${violation.contract.line}`,
    `        ${violation.advice}`,
  ]);
  const why = reason === null ? [] : [`    ${reason}`];
  return head + [...why, ...lines].map((line) => `${line}\n`).join("");
}

function asJson(judged: readonly Judged[]): string {
  const results = judged.map(({ file, history, verdict, reason, violations }) => ({
    operation: history.operation,
    scenario: history.scenario,
    verdict,
    reason,
    history: file,
    violations,
  }));
  const counted = Object.fromEntries(
    verdicts.map((verdict) => [
      verdict === "not-applicable" ? "notApplicable" : verdict,
      count(judged, verdict),
    ]),
  );
  return `${JSON.stringify({ version: 1, results, summary: counted }, null, 2)}\n`;
}

function summary(judged: readonly Judged[]): string {
  const parts = verdicts.map((verdict) => ({ verdict, amount: count(judged, verdict) }));
  return parts
    .filter(({ amount }) => amount > 0)
    .map(({ verdict, amount }) => `${amount} ${verdict}`)
    .join(", ");
}

function count(judged: readonly Judged[], wanted: Verdict): number {
  return judged.filter(({ verdict }) => verdict === wanted).length;
}
