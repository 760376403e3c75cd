/** Whether the wide tests run whole: `npm run test:whole`. Otherwise an even choice of them, so that a change is judged in minutes. */
export const isWhole = process.env["THREEWORLDS_TESTS"] === "whole";

/** All of them in a whole run; otherwise `count`, spread evenly over the list and always the same. */
export function chosen<T>(all: readonly T[], count: number): readonly T[] {
  if (isWhole || all.length <= count) return all;
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).filter(
    (item): item is T => item !== undefined,
  );
}
