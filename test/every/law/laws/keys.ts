import { isSame } from "../fit.js";
import { writes, type Law } from "../law.js";
import { expectMismatch, expectReplay } from "../replays.js";
import type { Prepared, Stage } from "../stage.js";
import { withoutRequired } from "./writing.js";

const yearMs = 365 * 86_400_000;
const isKeyed: Law["applies"] = (operation) => writes(operation) && operation.idempotency !== null;

/** What the idempotency key does. */
export const keys: readonly Law[] = [
  {
    id: "replay",
    title: "a repeat under the key gets what is declared and makes nothing new",
    applies: isKeyed,
    async judge(stage) {
      const ask = stage.prepare(1);
      const first = await stage.write(ask);
      stage.expectSuccess("the first", first, ask);
      stage.provider.clock.advance(1000);
      expectReplay(stage, "the repeat", await stage.write(ask), first, ask);
      stage.expectCommits("the repeat", 1);
      const other = stage.prepare(2);
      if (other.key === ask.key) return;
      stage.expectSuccess("another key", await stage.write(other), other);
      const { nature } = stage.operation;
      if (nature === "creates") stage.expectCommits("another key", 2);
    },
  },
  {
    id: "replay-of-what-is-gone",
    title: "a repeat after the effect was removed is answered as declared",
    applies: (operation, contract) => isKeyed(operation, contract) && operation.nature === "creates",
    async judge(stage) {
      const { idempotency, lookups } = stage.operation;
      if (idempotency === null) return;
      const ask = stage.prepare(1);
      const first = await stage.write(ask);
      stage.provider.remove(stage.effects()[0]?.id ?? "");
      const repeat = await stage.write(ask);
      if (idempotency.is === "natural") {
        stage.expectSuccess("the key is free again", repeat, ask);
        stage.expectCommits("the key is free again", 2);
        return;
      }
      stage.expectCommits("the repeat", 1);
      if (idempotency.replay.gives === "currentState") {
        // In GraphQL the answer of a lookup is one of its own field.
        const byId = lookups.find(({ by, request }) => by === "id" && request.match.graphqlField === null);
        const absent = byId?.absent ?? stage.contract.provider.refusals.notFound;
        stage.expectAnswer("the repeat", repeat, absent, { ask });
      } else if (idempotency.replay.gives === "storedAnswer") {
        stage.expect(
          isSame(repeat.body ?? null, first.body ?? null),
          "the stored answer did not outlive its effect",
        );
      }
    },
  },
  {
    id: "mismatch",
    title: "the key with another payload, or at another path, is taken as declared",
    applies: isKeyed,
    async judge(stage) {
      const { operation } = stage;
      const { idempotency, request } = operation;
      if (idempotency === null) return;
      if (request.varies !== null) {
        const ask = stage.prepare(1);
        const first = await stage.write(ask);
        const varied = { ...stage.prepare(1, { varied: true }), key: ask.key };
        const repeat = await stage.write(varied);
        const isCompared = idempotency.fingerprint.includes("body");
        expectMismatch(stage, "another payload", { repeat, first, ask, varied, isCompared });
      }
      const elsewhere = anotherPath(stage, stage.prepare(2));
      if (elsewhere === null) return;
      stage.provider.reset();
      const ask = stage.prepare(2);
      const first = await stage.write(ask);
      const repeat = await stage.write(elsewhere);
      const isCompared = idempotency.fingerprint.includes("path");
      expectMismatch(stage, "another path", { repeat, first, ask, varied: elsewhere, isCompared });
    },
  },
  {
    id: "in-flight",
    title: "a repeat while the first is running is answered as declared, and only one takes effect",
    applies: isKeyed,
    async judge(stage) {
      const { operation, provider } = stage;
      const ask = stage.prepare(1);
      const hold = provider.hold({ operation: operation.name }, "admitted");
      const running = stage.write(ask);
      await hold.reached;
      const second = await stage.write(ask);
      const { idempotency } = operation;
      if (idempotency !== null)
        stage.expectAnswer("in flight", second, idempotency.inFlight.enacted, { ask });
      stage.expectCommits("in flight", 0);
      hold.release();
      const first = await running;
      stage.expectSuccess("the first, once released", first, ask);
      expectReplay(stage, "afterwards", await stage.write(ask), first, ask);
      stage.expectCommits("afterwards", 1);
    },
  },
  {
    id: "retention",
    title: "the key is remembered until just before its retention ends, and not after",
    applies: isKeyed,
    async judge(stage) {
      const { operation, provider } = stage;
      const { clock } = provider;
      const { retention } = operation.idempotency ?? { retention: null };
      if (retention === null) return;
      const ask = stage.prepare(1);
      if (retention.forMs === null) {
        const first = await stage.write(ask);
        clock.advance(10 * yearMs);
        expectReplay(stage, "ten years later", await stage.write(ask), first, ask);
        stage.expectCommits("ten years later", 1);
        return;
      }
      const margin = Math.min(5000, retention.forMs / 4);
      const hold = provider.hold({ operation: operation.name }, "admitted");
      const running = stage.write(ask);
      await hold.reached;
      // So that the beginning and the end of the first request lie apart.
      clock.advance(3 * margin);
      hold.release();
      const first = await running;
      const left = retention.forMs - (retention.from === "completion" ? 0 : 3 * margin);
      clock.advance(left - margin);
      expectReplay(stage, "just before its end", await stage.write(ask), first, ask);
      stage.expectCommits("just before its end", 1);
      if (retention.from === "lastRequest") {
        clock.advance(retention.forMs - margin);
        expectReplay(stage, "just before its new end", await stage.write(ask), first, ask);
        stage.expectCommits("just before its new end", 1);
        clock.advance(retention.forMs + margin);
      } else {
        clock.advance(2 * margin);
      }
      const after = await stage.write(ask);
      if (operation.nature === "removes") return;
      stage.expectSuccess("just after its end", after, ask);
      stage.expectCommits("just after its end", 2);
    },
  },
  {
    id: "order",
    title: "the limiter, the credential and the content are looked at before the key where it is declared",
    applies: isKeyed,
    async judge(stage) {
      const { operation, contract } = stage;
      const { idempotency } = operation;
      if (idempotency === null) return;
      const ask = stage.prepare(1);
      const first = await stage.write(ask);
      const limit = { status: 429, headers: {}, body: { code: "slow down" } };
      stage.answerWith("received", limit, "provider");
      stage.expectAnswer("a limited repeat", await stage.write(ask), limit);
      const forged = await stage.write(ask, {
        change: ({ headers, url }) => {
          for (const { in: place, name } of [
            ...contract.credentials.accepts,
            { in: "header" as const, name: "Authorization" },
          ]) {
            if (place === "query") url.searchParams.set(name, "forged");
            else headers[name] = "forged";
          }
        },
      });
      if (contract.credentials.scheme !== "none") {
        stage.expectStatus(
          "a repeat with a forged credential",
          forged,
          contract.provider.refusals.unauthorized.status,
        );
      }
      const faulty = withoutRequired(operation, ask);
      if (faulty !== null) {
        const reply = await stage.write(faulty);
        if (idempotency.checkedAfter.includes("validation")) {
          stage.expectAnswer("a faulty repeat", reply, contract.provider.refusals.invalid);
        } else {
          const isCompared = idempotency.fingerprint.includes("body");
          expectMismatch(stage, "a faulty repeat", { repeat: reply, first, ask, varied: faulty, isCompared });
        }
      }
      if (idempotency.mismatch.enacted === "newEffect") return;
      expectReplay(stage, "afterwards", await stage.write(ask), first, ask);
      stage.expectCommits("afterwards", 1);
    },
  },
  {
    id: "scope",
    title: "a key means the same within its scope only",
    applies: isKeyed,
    async judge(stage) {
      const { operation, contract, provider } = stage;
      const { idempotency } = operation;
      if (idempotency === null) return;
      const scope = idempotency.scope.enacted;
      const ask = stage.prepare(1);
      const first = await stage.write(ask);
      const theirs = { ...stage.prepare(1, { as: "second" }), key: ask.key };
      const reply = await stage.write(theirs, { as: "second" });
      if (scope.includes("account") || scope.includes("credential")) {
        stage.expectSuccess("the second account", reply, theirs);
        stage.expectCommits("the second account", 2);
        const { account } = provider.credentials.second;
        stage.expect(
          stage.effects().some((effect) => effect.account === account),
          "the second account has no effect of its own",
        );
      } else {
        expectReplay(stage, "the second account", reply, first, ask);
        stage.expectCommits("the second account", 1);
      }
      for (const other of contract.operations) {
        if (other === operation || !writes(other) || other.idempotency === null) continue;
        const { key } = other.idempotency;
        if (key.in !== idempotency.key.in || key.name !== idempotency.key.name || key.in === "path") continue;
        const before = stage.commits(other);
        const sent = { ...stage.prepare(1, { operation: other }), key: ask.key };
        const answer = await stage.write(sent, { operation: other });
        const isOwn = other.idempotency.scope.enacted.includes("operation");
        const what = `the key at ${other.name}`;
        const took = stage.commits(other) - before;
        stage.expect(took === (isOwn ? 1 : 0), `${what}: took effect ${took} times`);
        const { mismatch, fingerprint } = other.idempotency;
        if (!isOwn && fingerprint.includes("path") && typeof mismatch.enacted === "object") {
          stage.expectAnswer(what, answer, mismatch.enacted, { ask: sent });
        }
      }
    },
  },
];

/** The same under another path that the scope does not part; null when there is none. */
function anotherPath(stage: Stage, ask: Prepared): Prepared | null {
  const { idempotency, request } = stage.operation;
  const { account } = stage.contract.credentials;
  const fixed = [...(idempotency?.scope.enacted ?? []), account.in === "credential" ? "" : account.name];
  if (idempotency === null || stage.operation.nature !== "creates") return null;
  if (idempotency.key.in === "path") fixed.push(idempotency.key.name);
  const name = Object.keys(request.example.path).find((parameter) => !fixed.includes(parameter));
  if (name === undefined) return null;
  return { ...ask, parameters: { ...ask.parameters, [name]: `${ask.parameters[name] ?? ""}9` } };
}
