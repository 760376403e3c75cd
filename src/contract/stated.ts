/**
 * A behaviour read in two ways: what the provider promises (null when its documentation is silent, so rules may not
 * rely on it) and what the mock enacts all the same.
 */
export interface Stated<T> {
  promised: T | null;
  enacted: T;
}

/** Where a value stands in a message. */
export interface Place {
  in: "body" | "header";
  /** JSON Pointer in the body, or the header's name. */
  at: string;
}
