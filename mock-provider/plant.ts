import type { Effect } from "../src/core/history.js";
import { KitError } from "../src/core/errors.js";
import { suggest } from "../src/core/suggest.js";
import type { Asked } from "./names.js";
import type { Planting } from "./provider.js";
import type { World } from "./world.js";

/** Makes an effect exist that no request made. It occupies its natural key, as any other would. */
export function plant(world: World, planting: Planting): Effect {
  const operation = world.operations.find(({ is }) => is.name === planting.operation);
  if (operation === undefined) {
    const known = world.operations.map(({ is }) => is.name);
    throw new KitError(
      "unknown-operation",
      `unknown operation '${planting.operation}'.${suggest(planting.operation, known)}`,
    );
  }
  const account = world.accounts.accountOf(planting.account);
  const asked: Asked = {
    account,
    parameters: planting.parameters,
    query: {},
    headers: {},
    body: planting.content,
    key: null,
    reference: planting.reference,
  };
  const now = world.clock.now();
  const { effects, ids, keys, listener } = world;
  const { stored } = operation.make(asked, account, { ids, baseUrl: listener.baseUrl, now, effects });
  stored.effect.planted = true;
  effects.add(stored);
  const layer = world.keyLayers.get(operation.is.name);
  if (layer?.is.is === "natural") {
    const name = layer.nameOf(asked, { account, credential: "" });
    if (name !== null) {
      stored.naturalKey = name;
      keys.remember({
        name,
        key: layer.keyOf(asked) ?? "",
        request: 0,
        firstAt: now,
        lastAt: now,
        completedAt: now,
        print: { line: "", hash: "", content: planting.content },
        effect: stored,
        stored: stored.answer,
        isFailure: false,
      });
    }
  }
  world.journal.append({ kind: "effect-committed", request: null, effect: stored.effect });
  return stored.effect;
}
