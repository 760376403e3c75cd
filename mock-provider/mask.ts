/** What stands in the journal where a secret stood. */
export const mask = "[masked]";
