/** The moments in the life of a request at the provider that faults and crashes attach to, in order. */
export const phases = ["connect", "received", "admitted", "committed", "answered"] as const;

export type Phase = (typeof phases)[number];
