import { createContext, Script } from "node:vm";
import { KitError, expectedGot } from "./errors.js";

/** A regular expression of a contract, made ready. */
export interface Pattern {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
}

/** How long one text may be tried, ms. A sound pattern needs microseconds. */
const maxMs = 1000;

/** Texts up to this length are tried without a limit where the pattern leaves at most one choice. */
const shortText = 10_000;

const room = createContext(Object.create(null) as object) as { pattern?: RegExp; text?: string };
const script = new Script("pattern.exec(text)");

/**
 * Compiles a pattern that somebody else wrote: one that backtracks without end, such as `^(a+)+$`, throws a
 * KitError("contract") after a second instead of keeping everything waiting. Throws a SyntaxError as RegExp does.
 */
export function compilePattern(source: string, flags = "u"): Pattern {
  const pattern = new RegExp(source, flags);
  const isPlain = choicesIn(source) <= 1;
  const exec = (text: string): RegExpExecArray | null => {
    pattern.lastIndex = 0;
    return isPlain && text.length <= shortText ? pattern.exec(text) : limited(pattern, text);
  };
  return { exec, test: (text) => exec(text) !== null };
}

function limited(pattern: RegExp, text: string): RegExpExecArray | null {
  room.pattern = pattern;
  room.text = text;
  try {
    return script.runInContext(room, { timeout: maxMs }) as RegExpExecArray | null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new KitError(
      "contract",
      `The pattern ${pattern.source} of the contract: ${expectedGot(`an answer within ${maxMs} ms`, `none for a text of ${text.length} characters`)}. It tries too many ways to match: write it without a repetition inside a repetition, or give the text a \`maxLength\`.`,
      { cause: error },
    );
  }
}

/** What lets a text match in several ways: `|` and all quantifiers but `{n}`. Too many counted does no harm. */
function choicesIn(source: string): number {
  const bare = source
    .replaceAll(/\\./gs, "")
    .replaceAll(/\[[^\]]*\]/g, "x")
    .replaceAll("(?", "(");
  return bare.match(/[*+?|]|\{\d+,\d*\}/g)?.length ?? 0;
}
