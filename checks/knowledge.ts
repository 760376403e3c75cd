/** What a connector could know, derived from a history. */
export interface Knowledge {
  keys: string[];
}
