const part = /\{([^{}]*)\}/g;

/** The names of a path's parameters: `{name}`, but not optional text such as `{.json}`. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(part)].map((match) => match[1] ?? "").filter((name) => !name.startsWith("."));
}

/** What is wrong with a path, or null. */
export function pathMistake(path: string): string | null {
  if (/[?#]/.test(path)) return "a path has no query; write `query:` beside it";
  if (/[{}]/.test(path.replaceAll(part, ""))) return "its braces do not match";
  const names = parametersOf(path);
  const bad = names.find((name) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(name));
  if (bad !== undefined) return `'{${bad}}' is not a parameter; write {name}, or {.json} for optional text`;
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? null : `'{${twice}}' stands in it twice`;
}

/** A path with its parameters' names taken out, so that two routes can be compared. */
export function pathShape(path: string): string {
  return path
    .replaceAll(/\{\.[^{}]*\}/g, "")
    .replaceAll(part, "{}")
    .replace(/\/$/, "");
}
