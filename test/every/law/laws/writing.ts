import { isObject, type Json } from "../../../../src/core/json.js";
import { textOf } from "../../../../mock-provider/values.js";
import { getAt } from "../../../../src/core/pointer.js";
import type { Operation } from "../../../../src/contract/model.js";
import type { Sent } from "../client.js";
import { isSame, show } from "../fit.js";
import { badKeys } from "../keys.js";
import { writes, type Law } from "../law.js";
import { withPayload, type Prepared } from "../stage.js";

/** What every write does by itself. */
export const writing: readonly Law[] = [
  {
    id: "writes",
    title: "the example is answered as declared and leaves one effect",
    applies: writes,
    async judge(stage) {
      const { operation, contract } = stage;
      for (const [index, kind] of operation.request.body.entries()) {
        const ask = stage.prepare(index + 1);
        const what = `create by ${kind}`;
        const reply = await stage.write(ask, { kind });
        stage.expectSuccess(what, reply, ask);
        stage.expectHeaders(what, reply, contract.provider.headers, { ask });
        const effect = stage.named(reply) ?? stage.effects().at(-1);
        stage.expect(effect !== undefined, `${what}: there is no effect`);
        if (effect === undefined) continue;
        const { first } = stage.provider.credentials;
        stage.expect(effect.account === first["account"], `${what}: the effect is ${effect.account}'s`);
        const { reference } = operation.request;
        const travelled = reference === null ? null : textOf(getAt(ask.payload, reference));
        const said = `${what}: expected the reference ${travelled}, got ${effect.reference}`;
        stage.expect(effect.reference === travelled, said);
        stage.expectCommits(
          what,
          operation.nature === "creates" ? index + 1 : Math.min(index + 1, stage.commits()),
        );
      }
      stage.expect(stage.commits() > 0, "nothing was committed");
    },
  },
  {
    id: "credentials",
    title: "nobody without a credential is let in, and the second account is another",
    applies: (operation, { credentials }) => writes(operation) && credentials.scheme !== "none",
    async judge(stage) {
      const { refusals } = stage.contract.provider;
      const ask = stage.prepare(1);
      const without = (sent: Sent): void => {
        for (const { in: place, name } of stage.contract.credentials.accepts) {
          if (place === "query") sent.url.searchParams.delete(name);
          else delete sent.headers[name];
        }
        delete sent.headers["Authorization"];
      };
      stage.expectAnswer("no credential", await stage.write(ask, { change: without }), refusals.unauthorized);
      stage.expectEffects("no credential", 0);
      const theirs = stage.prepare(2, { as: "second" });
      stage.expectSuccess("the second account", await stage.write(theirs, { as: "second" }), theirs);
      const { account } = stage.provider.credentials.second;
      stage.expect(stage.effects()[0]?.account === account, "the second account's effect is not its own");
    },
  },
  {
    id: "content",
    title: "what the contract does not take is refused without an effect, and burns no key",
    applies: writes,
    async judge(stage) {
      const { invalid, notFound } = stage.contract.provider.refusals;
      const { operation } = stage;
      const ask = stage.prepare(1);
      const faulty = withoutRequired(operation, ask);
      if (faulty !== null) {
        const reply = await stage.write(faulty);
        stage.expectStatus("a required field is missing", reply, invalid.status);
      }
      for (const name of Object.keys(operation.request.headers)) {
        const reply = await stage.write(ask, { change: (sent) => delete sent.headers[name] });
        stage.expectStatus(`the header ${name} is missing`, reply, invalid.status);
      }
      const nowhere = await stage.write(ask, {
        change: ({ url }) => void (url.pathname += "/nowhere/at/all"),
      });
      stage.expectStatus("an unknown path", nowhere, notFound.status);
      stage.expectEffects("refused content", 0);
      stage.expectSuccess("the same with all that is required", await stage.write(ask), ask);
    },
  },
  {
    id: "key-shape",
    title: "a key that the contract does not take is refused, and a missing one where it must be there",
    applies: ({ idempotency }) => idempotency !== null && idempotency.key.in !== "path",
    async judge(stage) {
      const { idempotency } = stage.operation;
      if (idempotency === null) return;
      const { invalid } = stage.contract.provider.refusals;
      for (const { why, text } of badKeys(idempotency)) {
        const reply = await stage.write({ ...stage.prepare(1), key: text });
        stage.expectStatus(`a key ${why}`, reply, invalid.status);
        stage.expectEffects(`a key ${why}`, 0);
      }
      const keyless = withoutKey(stage.operation, stage.prepare(2));
      if (keyless === null) return;
      const reply = await stage.write(keyless);
      if (idempotency.key.required) {
        stage.expectStatus("no key", reply, invalid.status);
        stage.expectEffects("no key", 0);
        return;
      }
      stage.expectSuccess("no key", reply, keyless);
      await stage.write(keyless);
      if (stage.operation.nature === "creates") stage.expectEffects("twice without a key", 2);
    },
  },
  {
    id: "repeats",
    title: "without a key a repeated creation is another effect, and a repeated change is harmless",
    applies: (operation) => writes(operation) && operation.idempotency === null,
    async judge(stage) {
      const ask = stage.prepare(1);
      const first = await stage.write(ask);
      const before = stage.effects().length;
      const second = await stage.write(ask);
      stage.expectStatus("the repeat", second, first.status);
      const isAnother = stage.operation.nature === "creates";
      stage.expectEffects("the repeat", isAnother ? before + 1 : before);
      const { receipt } = stage.operation.answer;
      if (receipt === null || receipt.in !== "body" || first.status >= 400) return;
      const [one, other] = [getAt(first.body, receipt.at), getAt(second.body, receipt.at)];
      stage.expect(isSame(one, other) !== isAnother, `the repeat: receipts ${show(one)} and ${show(other)}`);
    },
  },
];

/** The ask without a field that the schema requires; null when there is none to leave out. */
export function withoutRequired({ request, idempotency }: Operation, ask: Prepared): Prepared | null {
  const { payload } = ask;
  const required = request.schema?.["required"];
  if (!Array.isArray(required) || !isObject(payload)) return null;
  const places = [
    ...Object.keys(request.match.body),
    idempotency?.key.in === "body" ? idempotency.key.name : "",
  ];
  const isFree = (name: Json): name is string =>
    typeof name === "string" &&
    name !== "query" &&
    Object.hasOwn(payload, name) &&
    places.every((pointer) => pointer.split("/")[1] !== name);
  const name = required.find(isFree);
  if (name === undefined) return null;
  const { [name]: _, ...rest } = payload;
  return withPayload(ask, rest);
}

/** The ask with no key in it; null when the key is a part of what is asked for. */
function withoutKey({ idempotency, request }: Operation, ask: Prepared): Prepared | null {
  if (idempotency === null) return null;
  const { in: place, name } = idempotency.key;
  const keyless = { ...ask, key: null };
  if (place !== "body") return keyless;
  return getAt(request.example.body, name) === undefined ? keyless : null;
}
