import picomatch from "picomatch";

/** Whether a text fits a glob such as `crash/*` or `contracts/**.yaml`. */
export function globTest(pattern: string): (text: string) => boolean {
  return picomatch(pattern);
}

/** What a glob's matches have in common before its first wildcard, e.g. `contracts`; the text itself when it is no glob. */
export function globBase(pattern: string): { base: string; isGlob: boolean } {
  const { base, isGlob } = picomatch.scan(pattern);
  return { base, isGlob };
}
