import type { Contract, Fact } from "../../contract/model.js";
import { notDocumented } from "./words.js";
import type { Inline } from "./page/content.js";
import { isWebAddress } from "./page/plain-text.js";

/** From the firmest to the weakest. */
const firmness: readonly Fact["basis"][] = ["documented", "observed", "assumed", "undocumented"];

/** Knows how each thing the contract says is known. */
export class Evidence {
  readonly #facts: ReadonlyMap<string, Fact>;

  constructor(contract: Contract) {
    this.#facts = new Map(contract.facts.map((fact) => [fact.pointer, fact]));
  }

  /** A statement with the mark of its basis behind it; where the documentation is silent, that is said instead. */
  state(pointer: string, ...says: Inline[]): Inline[] {
    const fact = this.#fact(pointer);
    if (fact === null) return says;
    if (fact.basis !== "undocumented") return [...says, basisMark(fact)];
    return says.includes(notDocumented) ? says : [{ soft: "Not documented; assumed here:" }, " ", ...says];
  }

  /** The mark of what is neither documented nor silent: in a comparison, what is firm needs none. */
  weakness(pointer: string): Inline[] {
    const fact = this.#fact(pointer);
    return fact === null || fact.basis === "documented" || fact.basis === "undocumented"
      ? []
      : [basisMark(fact)];
  }

  /** Whether the documentation is silent there. */
  isSilent(pointer: string): boolean {
    return this.#fact(pointer)?.basis === "undocumented";
  }

  #fact(pointer: string): Fact | null {
    return this.#nearest(pointer) ?? this.#weakestBelow(pointer);
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

  /** A mapping is as firm as the weakest of what is said in it; what is left open in it is told apart. */
  #weakestBelow(pointer: string): Fact | null {
    const below = [...this.#facts.values()].filter((fact) => fact.pointer.startsWith(`${pointer}/`));
    const said = below.filter(({ basis }) => basis !== "undocumented");
    const rank = ({ basis }: Fact): number => firmness.indexOf(basis);
    return (said.length > 0 ? said : below).reduce<Fact | null>(
      (weakest, fact) => (weakest === null || rank(fact) > rank(weakest) ? fact : weakest),
      null,
    );
  }
}

/** The basis of a fact in words, as a link where its source is one. */
export function basisMark(fact: Fact): Inline {
  const href = fact.source !== null && isWebAddress(fact.source) ? fact.source : null;
  return { basis: fact.basis === "undocumented" ? "not documented" : fact.basis, href };
}
