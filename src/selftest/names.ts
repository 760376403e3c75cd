/**
 * Names of variants, short: `crash/*` where all of a family are there, `crash/{before-commit, twice}` where some are.
 * `all` are the names there could be.
 */
export function folded(names: readonly string[], all: readonly string[]): string {
  const families = [...new Set(names.map(familyOf))];
  return families
    .map((family) => {
      const mine = names.filter((name) => familyOf(name) === family);
      const possible = all.filter((name) => familyOf(name) === family);
      const [only] = mine;
      if (mine.length === 1 && only !== undefined) return only;
      if (mine.length === possible.length) return `${family}/*`;
      const rests = mine.map((name) => (name === family ? "" : name.slice(family.length + 1)));
      return `${family}/{${rests.join(", ")}}`;
    })
    .map((text) => `\`${text}\``)
    .join(", ");
}

/** The scenario of a variant. */
export function familyOf(name: string): string {
  return name.split("/", 1)[0] ?? name;
}

/** Families whose variants bear the names of a contract's own errors. */
const namedAfterErrors = new Set(["error", "not-retryable", "persistent-error"]);

/** A variant's name with the contract's own words left out: `error/<name>/before-commit`. */
export function shapeOf(name: string): string {
  const [family = "", , ...rest] = name.split("/");
  return namedAfterErrors.has(family) ? [family, "<name>", ...rest].join("/") : name;
}
