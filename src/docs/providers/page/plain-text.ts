// Control characters, and the marks that turn the direction of a text around.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/gu;

/** A text of a contract in one line, without characters that could disguise what a page says. */
export function plainText(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(unprintable, "�");
}

/** An address that may be followed: http or https and nothing else, without white space. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s"'<>`\\]+$/i.test(text) && URL.canParse(text);
}

/** The address of another page, before it is known whether that is Markdown or HTML. */
export function pageAddress(name: string): string {
  return `page:${encodeURIComponent(name)}`;
}
