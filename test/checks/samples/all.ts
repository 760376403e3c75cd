import { claimSamples } from "./claims.js";
import { endingSamples } from "./endings.js";
import { keySamples } from "./keys.js";
import { refreshSamples } from "./refreshes.js";
import { removalSamples } from "./removals.js";
import { sendSamples } from "./sends.js";
import type { Sample } from "./sample.js";

/** Every sample, made afresh. */
export function samples(): Sample[] {
  return [
    ...claimSamples(),
    ...sendSamples(),
    ...keySamples(),
    ...endingSamples(),
    ...removalSamples(),
    ...refreshSamples(),
  ];
}
