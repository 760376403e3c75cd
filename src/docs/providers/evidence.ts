import type { Contract, Fact } from "../../contract/model.js";
import type { Inline } from "./page/content.js";
import { isWebAddress } from "./page/plain-text.js";

/** Knows how each thing the contract says is known. */
export class Evidence {
  readonly #facts = new Map<string, Fact>();

  constructor(contract: Contract) {
    for (const fact of contract.facts) this.#facts.set(fact.pointer, fact);
  }

  /** The mark to set behind a statement: its basis, with the page that says so. Nothing where the contract states no fact. */
  of(pointer: string): Inline[] {
    const fact = this.#nearest(pointer) ?? this.#below(pointer);
    return fact === null ? [] : [basisMark(fact)];
  }

  #nearest(pointer: string): Fact | null {
    // The facts of one operation say nothing about another.
    const least = pointer.startsWith("/operations/") ? 3 : 2;
    for (let at = pointer; at.split("/").length > least; at = at.slice(0, at.lastIndexOf("/"))) {
      const fact = this.#facts.get(at);
      if (fact !== undefined) return fact;
    }
    return null;
  }

  #below(pointer: string): Fact | null {
    for (const fact of this.#facts.values()) if (fact.pointer.startsWith(`${pointer}/`)) return fact;
    return null;
  }
}

/** The basis of a fact in words, as a link where its source is one. */
export function basisMark(fact: Fact): Inline {
  const href = fact.source !== null && isWebAddress(fact.source) ? fact.source : null;
  return { basis: fact.basis === "undocumented" ? "not documented" : fact.basis, href };
}
