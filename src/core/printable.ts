// Control characters, and the marks that turn the direction of a text around.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text in one line without control characters: what a connector or a provider said must not move the cursor of a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(unprintable, "�");
}

/** The same for a text of several lines, which stay. */
export function printableLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.replaceAll("\t", "    ").replaceAll(unprintable, "�"))
    .join("\n");
}

/** A text cut to a length, the cut shown. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
