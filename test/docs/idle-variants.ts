/** Variants that stop no known mistake, and why they are played all the same. */
export const idleVariants: ReadonlyMap<string, string> = new Map([
  [
    "token-expired/while-pending",
    "A poll meets the same 401 as a write, and every connector here reads both in one place.",
  ],
]);
