import type { DeclaredError, EffectOfError, NextStep, Operation } from "../../../contract/model.js";
import type { Evidence } from "../evidence.js";
import type { Inline, Row } from "../page/content.js";
import { errorInWords, waitsInWords } from "../words.js";

const effectWords: Record<EffectOfError, string> = {
  none: "Nothing happened.",
  maybe: "It may have happened.",
  done: "It happened all the same.",
};

const nextWords: Record<NextStep, string> = {
  stop: "final: do not send it again",
  retry: "may be sent again",
  retrySameKey: "may be sent again under the same key",
  wait: "wait, then try again",
  lookup: "look it up",
  hold: "hold it for a person",
};

/** The declared errors of an operation and what each says about the effect. */
export function errorRows(operation: Operation, evidence: Evidence): Row[] {
  return operation.errors.map((error, at) => {
    const pointer = `/operations/${operation.name}/errors/${at}`;
    return {
      cells: [
        errorInWords(error),
        evidence.state(`${pointer}/effect`, effectWords[error.effect]),
        evidence.state(`${pointer}/next`, nextWords[error.next], ...waits(error)),
      ],
      tone: error.effect === "none" ? "plain" : "look",
    };
  });
}

/** The question which errors may be repeated, answered in three groups. */
export function retryableErrors(operation: Operation): Inline[][] {
  const groups: [string, (error: DeclaredError) => boolean][] = [
    ["Safely retryable, nothing happened: ", ({ effect, next }) => effect === "none" && isRepeat(next)],
    ["Only look retryable, it may have happened: ", ({ effect, next }) => effect !== "none" && !isEnd(next)],
    ["Final, nothing happened: ", ({ effect, next }) => effect === "none" && !isRepeat(next)],
    [
      "It may have happened, and it is not to be sent again: ",
      ({ effect, next }) => effect !== "none" && isEnd(next),
    ],
  ];
  const said = groups.flatMap(([title, fits]) => {
    const members = operation.errors.filter(fits);
    if (members.length === 0) return [];
    return [[title, ...members.flatMap((error, at) => [...(at === 0 ? [] : [", "]), ...nameOf(error)]), "."]];
  });
  return said.length > 0 ? said : [["The contract lists no errors."]];
}

function isRepeat(next: NextStep): boolean {
  return next === "retry" || next === "retrySameKey" || next === "wait";
}

function isEnd(next: NextStep): boolean {
  return next === "stop" || next === "hold";
}

function nameOf(error: DeclaredError): Inline[] {
  const status = String(error.status);
  return error.name === status ? [{ code: status }] : [{ code: status }, " ", { code: error.name }];
}

function waits(error: DeclaredError): Inline[] {
  return error.after.length === 0 ? [] : ["; after ", ...waitsInWords(error.after)];
}
