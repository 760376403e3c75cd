/** How a thing is coloured: what may be done about it, from harmless to a person's problem. */
export type Tone = "safe" | "key" | "look" | "hold" | "plain";
