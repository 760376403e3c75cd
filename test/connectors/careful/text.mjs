/** A value as it travels in a URL, a form or a receipt. */
export function textOf(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}
