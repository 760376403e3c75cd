import type { JsonObject } from "./json.js";

/** What stands in reports and histories where a secret stood. */
export const mask = "[masked]";

/** Shorter secrets occur in other texts by chance: they are masked where they are the whole text. */
const leastInside = 6;

/** A copy of any data in which every secret, wherever it occurs in a text, is masked. */
export function maskSecrets<T>(data: T, secrets: readonly string[]): T {
  const needles = secrets
    .filter((secret) => secret.length >= leastInside)
    .sort((a, b) => b.length - a.length);
  const whole = new Set(secrets.filter((secret) => secret !== "" && secret.length < leastInside));
  if (needles.length === 0 && whole.size === 0) return data;
  const visit = (value: unknown): unknown => {
    if (typeof value === "string" && whole.has(value)) return mask;
    if (typeof value === "string")
      return needles.reduce((text, secret) => text.replaceAll(secret, mask), value);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item)]));
  };
  return visit(data) as T;
}

/** The secret values of issued credentials, also as Basic authentication sends them; the account is none. */
export function secretsOf(credentials: JsonObject): string[] {
  const parts = Object.entries(credentials).filter(([name]) => name !== "account" && name !== "tokenUrl");
  const values = parts
    .map(([, value]) => value)
    .filter((value): value is string => typeof value === "string");
  const encoded = [values.join(":"), ...values.map((value) => `${value}:`)].map((text) =>
    Buffer.from(text).toString("base64"),
  );
  return [...values, ...encoded];
}
