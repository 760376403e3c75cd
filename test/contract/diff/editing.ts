import { readFileSync } from "node:fs";

/** A contract before it was changed. */
export const olderText = readFileSync(new URL("older.yaml", import.meta.url), "utf8");

/** A text with some of its parts replaced; each part must be there. */
export function edited(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`there is no '${from}' to replace`);
    return now.replace(from, () => to);
  }, text);
}
