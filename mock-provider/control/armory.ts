import { isObject, type JsonObject } from "../../src/core/json.js";
import type { Armed, Arming, Provider } from "../provider.js";

/** A fault as it is armed now. */
export interface ArmedFault {
  /** The number the journal uses. */
  id: number;
  fault: string;
  at: string;
  on: JsonObject;
  options: JsonObject;
  times: number | "untilDisarmed";
  fired: number;
}

/** The faults that people armed on a provider, so that they can be listed and taken back. */
export class Armory {
  readonly #provider: Provider;
  readonly #armed = new Map<number, { arming: Arming; armed: Armed }>();

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  /** Throws KitError as `Provider.arm` does. */
  arm(arming: Arming): ArmedFault {
    const armed = this.#provider.arm(arming);
    this.#armed.set(armed.id, { arming, armed });
    return show(arming, armed);
  }

  /** Those not disarmed, in the order of arming; used up ones among them. */
  list(): ArmedFault[] {
    return [...this.#armed.values()].map(({ arming, armed }) => show(arming, armed));
  }

  /** False when no such fault is armed. */
  disarm(id: number): boolean {
    const entry = this.#armed.get(id);
    if (entry === undefined) return false;
    entry.armed.disarm();
    return this.#armed.delete(id);
  }

  /** After the provider itself forgot them. */
  forget(): void {
    this.#armed.clear();
  }
}

function show(arming: Arming, armed: Armed): ArmedFault {
  const times: unknown = arming.times ?? 1;
  return {
    id: armed.id,
    fault: arming.fault,
    at: arming.at,
    on: isObject(arming.on) ? arming.on : {},
    options: arming.options ?? {},
    times: typeof times === "number" && Number.isFinite(times) ? times : "untilDisarmed",
    fired: armed.fired(),
  };
}
