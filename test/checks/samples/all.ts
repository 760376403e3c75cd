import { claimSamples } from "./claims.js";
import type { Sample } from "./sample.js";

/** Every sample, made afresh. */
export function samples(): Sample[] {
  return [...claimSamples()];
}
