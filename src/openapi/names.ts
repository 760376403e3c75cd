/** The words of an identifier in any spelling, in lower case: `createDialog_Item` has three. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** One spelling of a name, for comparing: `external_id`, `externalId` and `External-ID` are the same. */
export function plainName(name: string): string {
  return wordsOf(name).join("");
}

/** A camelCase name such as the contract language wants for operations; `fallback` when nothing is left. */
export function camelCase(name: string, fallback: string): string {
  const parts = name.split(/[^A-Za-z0-9]+/).filter((part) => part !== "");
  const [first = fallback, ...rest] = parts;
  const joined = lowerStart(first) + rest.map(upperFirst).join("");
  return /^[a-z]/.test(joined) ? joined : `${fallback}${upperFirst(joined)}`;
}

/** A file name made of a title: `Open Payments` becomes `open-payments`. */
export function kebabCase(title: string, fallback: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return name.slice(0, longestFileName).replaceAll(/^-|-$/g, "") || fallback;
}

const longestFileName = 60;

/** The name of a path parameter as the contract language takes it. */
export function parameterName(name: string): string {
  const bare = name.replaceAll(/[^A-Za-z0-9_]+(.)?/g, (_all, next: string | undefined) =>
    (next ?? "").toUpperCase(),
  );
  return /^[A-Za-z]/.test(bare) ? bare : `p${bare}`;
}

/** A noun in the singular, roughly: good enough to see that `dialogId` belongs to `dialogs`. */
export function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.replace(/es$/, "");
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `V1Dialog` and `APIKey` become `v1Dialog` and `apiKey`. */
function lowerStart(word: string): string {
  return word.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+$|^[A-Z]/, (start) => start.toLowerCase());
}
