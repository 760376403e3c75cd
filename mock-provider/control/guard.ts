import { createHash, timingSafeEqual } from "node:crypto";
import { expectedGot } from "../../src/core/errors.js";
import type { Context, Middleware, Next } from "../koa.js";
import { Refusal } from "./refusal.js";

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Lets only those in who hold the token and mean this server. A page on another site can make a browser send requests
 * here: under a name of its own that it points to 127.0.0.1 (the Host header shows it) or across origins (Origin does).
 */
export function guard(token: string): Middleware {
  const wanted = digest(token);
  return async (ctx: Context, next: Next) => {
    const host = ctx.get("Host").toLowerCase();
    if (!loopback.has(host.replace(/:\d+$/, ""))) {
      throw new Refusal(403, "host", `Host header: ${expectedGot("127.0.0.1 or localhost", `'${host}'`)}.`);
    }
    const origin = ctx.get("Origin").toLowerCase();
    if (origin !== "" && origin !== `http://${host}`) {
      throw new Refusal(
        403,
        "origin",
        `Origin header: ${expectedGot(`none or http://${host}`, `'${origin}'`)}.`,
      );
    }
    const given = /^Bearer +(\S+) *$/i.exec(ctx.get("Authorization"))?.[1];
    // Digests have one length, as timingSafeEqual demands, and a comparison of them tells nothing of the token.
    if (given === undefined || !timingSafeEqual(digest(given), wanted)) {
      ctx.set("WWW-Authenticate", "Bearer");
      throw new Refusal(
        401,
        "token",
        given === undefined
          ? "A token is needed: send 'Authorization: Bearer TOKEN' with the token printed at the start."
          : "This is not the token printed at the start.",
      );
    }
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
