import { plainText } from "./plain-text.js";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text that means itself in HTML and SVG, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return plainText(text).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
