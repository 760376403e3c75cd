import type { Exchange, Outgoing } from "./exchange.js";
import type { World } from "./world.js";

/** A refusal by the kit itself, in the provider's words, and the journal's entry for it. */
export function refuse(
  world: World,
  exchange: Exchange,
  refusal: "unauthorized" | "notFound" | "invalid",
  reason: string,
): Outgoing {
  world.journal.append({ kind: "request-refused", request: exchange.id, refusal, reason });
  return {
    answer: world.refusals[refusal](world.scope(exchange, { reason })),
    by: "refusal",
    name: refusal,
  };
}

/** What a fault wants answered instead. */
export function replaced({ replacement }: Exchange): Outgoing {
  if (replacement === null) throw new Error("Nothing replaces the answer.");
  const { answer, by, name } = replacement;
  return { answer, by: name === null ? "fault" : "declared-error", name, isForeign: by === "gateway" };
}
