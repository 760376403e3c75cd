import type { Law } from "./law.js";
import { endings } from "./laws/endings.js";
import { errors } from "./laws/errors.js";
import { keys } from "./laws/keys.js";
import { lookups } from "./laws/lookups.js";
import { tokens } from "./laws/tokens.js";
import { writing } from "./laws/writing.js";

/** All that holds of every contract. */
export const laws: readonly Law[] = [...writing, ...keys, ...lookups, ...errors, ...endings, ...tokens];
