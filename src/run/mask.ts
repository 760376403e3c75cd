import { mask } from "../core/mask.js";

/** The same credentials with every secret part masked, for the history. */
export function maskCredentials(credentials: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, value]) => [
      name,
      name === "account" || name === "tokenUrl" ? value : mask,
    ]),
  );
}
