import type { JsonObject } from "../src/core/json.js";
import { makeAnswer } from "./answers.js";
import type { Exchange, Outgoing } from "./exchange.js";
import { replaced } from "./refusals.js";
import { parameterIn, tokenProblem } from "./token-request.js";
import type { Pair } from "./tokens.js";
import type { World } from "./world.js";

/** RFC 6749, section 5.1. */
const uncached: [string, string][] = [
  ["Content-Type", "application/json; charset=utf-8"],
  ["Cache-Control", "no-store"],
  ["Pragma", "no-cache"],
];

/**
 * A request to the token endpoint, from the client's credentials to its answer; null when it is never answered. A refresh
 * commits like a write: the old tokens end and the new ones exist before anything is answered.
 */
export async function giveToken(world: World, exchange: Exchange): Promise<Outgoing | null> {
  const { stagehands, journal, accounts } = world;
  const { client, oauth, tokens } = accounts.grant();
  const problem = tokenProblem(exchange.read, exchange.authorization, client, oauth.clientAuth.enacted);
  if (problem !== null) {
    const { error, why } = problem;
    journal.append({ kind: "request-refused", request: exchange.id, refusal: error, reason: why });
    return refusal(error, why);
  }

  exchange.phase = "admitted";
  journal.append({ kind: "request-admitted", request: exchange.id, as: "keyless", original: null });
  if ((await stagehands.meet(exchange, "admitted")) === "stop") return null;
  if (exchange.replacement !== null) return replaced(exchange);

  const refresh = tokens.find(parameterIn(exchange.read.value, "refresh_token") ?? "", "refreshToken");
  if (refresh === undefined) {
    const why = "The refresh token was not issued by this provider.";
    journal.append({ kind: "request-refused", request: exchange.id, refusal: "invalid_grant", reason: why });
    return refusal("invalid_grant", why);
  }
  const pair = tokens.exchange(refresh, exchange.id);
  if (pair === null) return refusal("invalid_grant", "The refresh token is no longer valid.");

  exchange.phase = "committed";
  if ((await stagehands.meet(exchange, "committed")) === "stop") return null;
  if (exchange.replacement !== null) return replaced(exchange);
  return given(pair, oauth.lifetimeMs.enacted);
}

function given({ access, refresh }: Pair, lifetimeMs: number): Outgoing {
  const body: JsonObject = {
    access_token: access.secret,
    token_type: "Bearer",
    expires_in: Math.floor(lifetimeMs / 1000),
  };
  if (refresh !== null) body["refresh_token"] = refresh.secret;
  return { answer: makeAnswer(200, uncached, body), by: "contract", name: null };
}

function refusal(error: string, why: string): Outgoing {
  const isClient = error === "invalid_client";
  const headers: [string, string][] = isClient ? [...uncached, ["WWW-Authenticate", "Basic"]] : uncached;
  const body = { error, error_description: why };
  return { answer: makeAnswer(isClient ? 401 : 400, headers, body), by: "refusal", name: error };
}
