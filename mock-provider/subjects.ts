import type { Contract, Operation } from "../src/contract/model.js";
import type { Json } from "../src/core/json.js";
import type { EffectStore, StoredEffect } from "./effect-store.js";
import type { Asked } from "./names.js";
import { contentOf } from "./same-request.js";
import { textOf } from "./values.js";

/** An effect that a request is about. */
export interface Subject {
  operation: string;
  stored: StoredEffect;
}

/** What `sets`, `removes` and compensations are about: which effect a request names, and what makes it a repeat. */
export class Subjects {
  /** By operation: the operations whose effects it takes back. */
  readonly #takesBack = new Map<string, string[]>();
  /** The path parameter that names the account, which names no effect. */
  readonly #accountIn: string | null;

  constructor({ operations, credentials }: Contract) {
    this.#accountIn = credentials.account.in === "path" ? credentials.account.name : null;
    for (const { name, compensation } of operations) {
      if (compensation === null) continue;
      const others = this.#takesBack.get(compensation.operation) ?? [];
      this.#takesBack.set(compensation.operation, [...others, name]);
    }
    const creating = operations.filter(({ nature }) => nature === "creates").map(({ name }) => name);
    for (const { name, nature } of operations) {
      if (nature === "removes" && !this.#takesBack.has(name)) this.#takesBack.set(name, creating);
    }
  }

  /** The effect of another operation that this request takes back, removed ones among them. */
  takenBack(operation: Operation, asked: Asked, account: string, effects: EffectStore): Subject | null {
    const others = this.#takesBack.get(operation.name);
    if (others === undefined) return null;
    for (const name of namesIn(asked)) {
      for (const other of others) {
        const stored = effects.named(other, account, name);
        if (stored !== undefined) return { operation: other, stored };
      }
    }
    return null;
  }

  /**
   * Whether a removal names something that never was. What the contract's own example names counts as having been: the
   * example must work in a fresh world.
   */
  isUnknown(operation: Operation, asked: Asked, account: string, effects: EffectStore): boolean {
    if (operation.nature !== "removes" || (this.#takesBack.get(operation.name) ?? []).length === 0)
      return false;
    return !this.isExample(operation, asked) && this.takenBack(operation, asked, account, effects) === null;
  }

  /** Whether a request names what the contract's own example names, which is there in every world. */
  isExample({ request }: Operation, { parameters }: Asked): boolean {
    return Object.entries(parameters).every(
      ([name, value]) => name === this.#accountIn || request.example.path[name] === value,
    );
  }
}

/** What a `sets` or `removes` is about, as a text: repeating it makes nothing new. Null for what creates. */
export function subjectOf({ nature, idempotency }: Operation, asked: Asked): string | null {
  if (nature === "creates" || nature === "reads") return null;
  const path = Object.entries(asked.parameters);
  // An upsert: what it merges on may stand in the body, and the path names only where.
  if (idempotency?.is === "natural" && asked.key !== null) return JSON.stringify([path, asked.key]);
  if (path.length > 0) return JSON.stringify(path);
  return asked.reference ?? JSON.stringify(contentOf(asked));
}

/** Texts by which a request can name an effect: path parameters, the last first, then what the body holds. */
function namesIn({ parameters, body }: Asked): string[] {
  return [...Object.values(parameters).toReversed(), ...leaves(body)];
}

function leaves(value: Json): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  const text = textOf(value);
  return text === null ? [] : [text];
}
