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

/** Whether the access token that a request bears is no longer good. */
export function isExpired(world: World, { caller }: Exchange): boolean {
  return caller?.token !== undefined && !world.accounts.grant().tokens.isGood(caller.token);
}

/** The refusal of an access token that is no longer good: the contract's, hence no refusal of the kit's own. */
export function refuseExpired(world: World, exchange: Exchange): Outgoing {
  const expired = world.expired ?? world.refusals.unauthorized;
  const reason = "The access token has expired.";
  return { answer: expired(world.scope(exchange, { reason })), by: "refusal", name: "expired" };
}

/** What a fault wants answered instead. */
export function replaced({ replacement }: Exchange): Outgoing {
  if (replacement === null) throw new Error("Nothing replaces the answer.");
  const { answer, by, name } = replacement;
  return { answer, by: name === null ? "fault" : "declared-error", name, isForeign: by === "gateway" };
}
