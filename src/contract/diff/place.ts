/** Whether a path is the place: dotted names, `*` for any one. */
export function fitsPlace(path: readonly string[], place: string): boolean {
  const names = place.split(".");
  return names.length === path.length && names.every((name, at) => name === "*" || name === path[at]);
}
