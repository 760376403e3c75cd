import type { VariantId } from "../../src/core/delivery.js";
import type { Variant } from "./variant.js";
import { forged } from "./variants/forged.js";
import { genuine } from "./variants/genuine.js";
import { malformed } from "./variants/malformed.js";
import { times } from "./variants/times.js";
import { unwanted } from "./variants/unwanted.js";

/** Every way in which a delivery can differ from a plain one. */
export const variants: Record<VariantId, Variant> = {
  ...genuine,
  ...forged,
  ...times,
  ...unwanted,
  ...malformed,
};
