import { durationPattern, parseDuration } from "../../src/core/duration.js";
import { expectedGot } from "../../src/core/errors.js";
import type { JsonObject } from "../../src/core/json.js";
import { latestMs } from "../clock.js";
import type { Fault } from "../fault.js";
import { Router, type Context } from "../koa.js";
import type { Arming, Provider } from "../provider.js";
import type { Armory } from "./armory.js";
import { readJsonObject } from "./body.js";
import { addDeliveryRoutes } from "./deliveries.js";
import { journalStream } from "./journal-stream.js";
import { Refusal } from "./refusal.js";

/** What the control API speaks for. */
export interface Controlled {
  provider: Provider;
  armory: Armory;
  faults: ReadonlyMap<string, Fault>;
  /** The name of the provider in the contract. */
  name: string;
}

const longestAdvanceMs = 100 * 365 * 86_400_000;

/** Everything the control API offers. */
export function controlRoutes({ provider, armory, faults, name }: Controlled): Router {
  const router = new Router();

  router.get("/", (ctx) => {
    ctx.body = {
      provider: name,
      baseUrl: provider.baseUrl,
      clock: clock(provider),
      journal: { entries: provider.journal.entries().length, dropped: provider.journal.dropped },
      effects: provider.effects().length,
      faults: [...faults.values()].map(({ id, summary, phases, options }) => ({
        id,
        summary,
        phases,
        options,
      })),
    };
  });

  router.get("/journal", (ctx) => {
    const after = seqAfter(ctx);
    ctx.body = provider.journal
      .entries()
      .filter((entry) => entry.seq > after)
      .map((entry) => provider.masked(entry));
  });
  router.get("/journal/stream", (ctx) => {
    const stream = journalStream(provider.journal, seqAfter(ctx), (entry) => provider.masked(entry));
    // Past Koa, to whom a reader who leaves is an error.
    ctx.respond = false;
    ctx.res.writeHead(200, { "Content-Type": "application/x-ndjson" }).flushHeaders();
    ctx.res.on("close", () => stream.destroy());
    stream.pipe(ctx.res);
  });
  router.get("/effects", (ctx) => {
    ctx.body = provider.effects();
  });
  router.get("/credentials", (ctx) => {
    ctx.body = provider.credentials;
  });

  router.get("/faults", (ctx) => {
    ctx.body = armory.list();
  });
  router.post("/faults", async (ctx) => {
    const arming = await readJsonObject(ctx.req);
    ctx.status = 201;
    ctx.body = armory.arm(arming as JsonObject & Arming);
  });
  router.delete("/faults/:id", (ctx) => {
    const id: unknown = ctx["params"].id;
    if (!armory.disarm(Number(id))) {
      throw new Refusal(404, "unknown-arming", `No fault is armed under the number '${String(id)}'.`);
    }
    ctx.status = 204;
  });

  router.get("/clock", (ctx) => {
    ctx.body = clock(provider);
  });
  router.post("/clock", async (ctx) => {
    provider.clock.advance(readAdvance(await readJsonObject(ctx.req), provider.clock.now()));
    ctx.body = clock(provider);
  });
  router.post("/expire", async (ctx) => {
    const { account, revoked } = readExpiry(await readJsonObject(ctx.req));
    if (provider.credentials[account]["tokenUrl"] === undefined) {
      throw new Refusal(
        400,
        "no-tokens",
        "The credentials of this contract do not expire: its scheme is not oauth2.",
      );
    }
    provider.expireTokens(account, revoked);
    ctx.status = 204;
  });
  addDeliveryRoutes(router, provider);
  router.post("/reset", (ctx) => {
    provider.reset();
    armory.forget();
    ctx.status = 204;
  });

  router.all(/.*/, (ctx) => {
    const known = router.stack.flatMap((layer) =>
      typeof layer.path === "string"
        ? layer.methods
            .filter((method) => method !== "HEAD")
            .map((method) => `${method} ${String(layer.path)}`)
        : [],
    );
    throw new Refusal(404, "route", `No such route: ${ctx.method} ${ctx.path}. Known: ${known.join(", ")}.`);
  });
  return router;
}

function clock(provider: Provider): { now: string; epochMs: number } {
  const epochMs = provider.clock.now();
  return { now: new Date(epochMs).toISOString(), epochMs };
}

function seqAfter(ctx: Context): number {
  const given = ctx.query["after"] ?? "0";
  const after = Number(given);
  if (!Number.isInteger(after) || after < 0) {
    throw new Refusal(
      400,
      "after",
      `Query parameter 'after': ${expectedGot("a whole number (a seq)", `'${String(given)}'`)}.`,
    );
  }
  return after;
}

function readExpiry({ account = "first", revoked = false }: JsonObject): {
  account: "first" | "second";
  revoked: boolean;
} {
  if (account !== "first" && account !== "second") {
    throw new Refusal(
      400,
      "account",
      `'account': ${expectedGot("first or second", JSON.stringify(account))}.`,
    );
  }
  if (typeof revoked !== "boolean") {
    throw new Refusal(400, "revoked", `'revoked': ${expectedGot("true or false", JSON.stringify(revoked))}.`);
  }
  return { account, revoked };
}

function readAdvance(body: JsonObject, now: number): number {
  const given = body["advance"];
  const byMs =
    typeof given === "string" && new RegExp(durationPattern).test(given) ? parseDuration(given) : -1;
  if (byMs < 0 || byMs > longestAdvanceMs) {
    throw new Refusal(
      400,
      "advance",
      `'advance': ${expectedGot("a duration such as 250ms, 30s, 6m, 24h (at most 36500d)", JSON.stringify(given) ?? "nothing")}.`,
    );
  }
  if (now + byMs > latestMs) {
    const latest = new Date(latestMs).toISOString();
    throw new Refusal(
      400,
      "advance",
      `'advance': the clock stands at ${new Date(now).toISOString()} and goes no further than ${latest}. Reset it to begin anew.`,
    );
  }
  return byMs;
}
