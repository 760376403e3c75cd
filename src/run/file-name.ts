import { createHash } from "node:crypto";

/** Longer names are cut; file systems take 255 bytes. */
const longest = 120;

/**
 * A name that a user chose as one that every file system takes: no separators, nothing hidden, no way out of the folder.
 * Two names never become the same one.
 */
export function fileNameOf(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_-]/gu, encode);
  if (safe !== "" && safe.length <= longest) return safe;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 16);
  // A tilde stands in no other name.
  return `${safe.slice(0, longest - 20)}~${hash}`;
}

function encode(character: string): string {
  const bytes = Buffer.from(character, "utf8");
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
