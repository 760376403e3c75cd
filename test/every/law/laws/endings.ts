import type { Operation } from "../../../../src/contract/model.js";
import { only, type Effect } from "../../../../src/core/history.js";
import { isObject, type Json } from "../../../../src/core/json.js";
import { textOf } from "../../../../mock-provider/values.js";
import { getAt, setAt } from "../../../../src/core/pointer.js";
import { exchange, readOf, type Reply } from "../client.js";
import { show } from "../fit.js";
import { writes, type Law } from "../law.js";
import { placeIn, type Prepared, type Stage } from "../stage.js";

/** What becomes of an effect later. */
export const endings: readonly Law[] = [
  {
    id: "outcome",
    title: "an acknowledgement comes to its outcome in the declared time: succeeded, failed, or never",
    applies: (operation) => writes(operation) && operation.answer.is === "acknowledgement",
    async judge(stage) {
      const { answer } = stage.operation;
      const { outcome, ticket: place } = answer;
      if (outcome === null) return;
      for (const ending of ["succeeded", "failed", "never"] as const) {
        stage.provider.reset();
        const what = `an outcome that is to be ${ending}`;
        const on = { operation: stage.operation.name };
        const options = { outcome: ending };
        // A success in its time is what happens by itself; the fault would have it at once.
        if (ending !== "succeeded")
          stage.provider.arm({ fault: "settle-outcome", at: "committed", on, options });
        const ask = stage.prepare(1);
        const reply = await stage.write(ask);
        const ticket = (place === null ? undefined : placeIn(reply, place)) ?? "";
        stage.provider.clock.advance(Math.max(0, outcome.takesMs - 1000));
        await expectState(stage, `${what}, before its time`, { ask, ticket, states: outcome.pending });
        stage.provider.clock.advance(2000);
        const states = ending === "never" ? outcome.pending : outcome[ending];
        const hasFailed = ending === "failed" && outcome.failure !== undefined;
        const effect = stage.effects()[0];
        const polled = await expectState(stage, what, {
          ask,
          ticket,
          states: states.length > 0 ? states : outcome.succeeded,
        });
        if (polled !== null && outcome.failure !== undefined) {
          const isThere = getAt(polled.body, outcome.failure.at) !== undefined;
          stage.expect(
            isThere === hasFailed,
            `${what}: ${outcome.failure.at} is ${isThere ? "there" : "not there"}`,
          );
        }
        stage.expectEffects(what, ending === "failed" ? 0 : 1);
        const settled = only(stage.provider.journal.entries(), "outcome-settled");
        const said = settled.map((entry) => entry.outcome).join();
        stage.expect(said === (ending === "never" ? "" : ending), `${what}: the journal says '${said}'`);
        if (ending === "succeeded" && polled !== null && outcome.receipt !== null) {
          const receipt = getAt(polled.body, outcome.receipt);
          const isTrue = effect?.names.includes(textOf(receipt) ?? "") === true;
          stage.expect(isTrue, `${what}: the receipt ${show(receipt)} names no effect`);
        }
      }
      if (outcome.request === null) return;
      const unknown = await ask(stage, stage.prepare(2), "999999");
      stage.expectStatus("an unknown ticket", unknown, stage.contract.provider.refusals.notFound.status);
    },
  },
  {
    id: "compensation",
    title: "the compensation takes the effect back, and a second time does no harm",
    applies: ({ compensation }) => compensation !== null,
    async judge(stage) {
      const back = stage.contract.operations.find(
        ({ name }) => name === stage.operation.compensation?.operation,
      );
      if (back === undefined) return stage.expect(false, "the compensation is no operation of the contract");
      const kept = stage.prepare(1);
      await stage.write(kept);
      const ask = stage.prepare(2);
      const reply = await stage.write(ask);
      const before = stage.effects().length;
      const effect = stage.named(reply) ?? stage.effects().at(-1);
      const naming = effect === undefined ? null : nameIn(stage, back, effect);
      if (effect === undefined || naming === null) {
        return stage.expect(
          false,
          `${back.name}: nothing in it can name an effect of ${stage.operation.name}`,
        );
      }
      const answer = await stage.write(naming, { operation: back });
      stage.expect(
        answer.status === back.answer.status,
        `${back.name}: got status ${answer.status} (${show(answer.body)})`,
      );
      const left = stage.effects();
      stage.expect(
        left.length === before - 1,
        `${back.name}: expected ${before - 1} effects to be left, got ${left.length}`,
      );
      stage.expect(!left.some(({ id }) => id === effect.id), `${back.name}: the effect is still there`);
      await stage.write({ ...naming, key: null }, { operation: back });
      stage.expect(
        stage.effects().length === left.length,
        `${back.name} a second time took something else back`,
      );
      return undefined;
    },
  },
];

interface Expected {
  ask: Prepared;
  ticket: string;
  states: readonly Json[];
}

/** Polls, where there is something to poll, and expects one of the states. */
async function expectState(
  stage: Stage,
  what: string,
  { ask: prepared, ticket, states }: Expected,
): Promise<Reply | null> {
  const { outcome } = stage.operation.answer;
  if (outcome === null || outcome.request === null) return null;
  const reply = await ask(stage, prepared, ticket);
  stage.expectStatus(what, reply, 200);
  const state = getAt(reply.body, outcome.at);
  const isOne = states.some((expected) => JSON.stringify(expected) === JSON.stringify(state));
  stage.expect(
    isOne,
    `${what}: expected one of ${show([...states])} at ${outcome.at}, got ${show(reply.body)}`,
  );
  return reply;
}

function ask(stage: Stage, prepared: Prepared, ticket: string): Promise<Reply> {
  const { outcome } = stage.operation.answer;
  if (outcome === null || outcome.request === null) throw new Error("there is nothing to poll");
  return exchange(readOf(stage.caller(), outcome.request, prepared, { ticket }, outcome.body ?? {}));
}

/** The compensating request that names the effect: in the path, or else in the field of the body that is called like its id. */
function nameIn(stage: Stage, back: Operation, { names }: Effect): Prepared | null {
  const prepared = stage.prepare(3, { operation: back });
  const [receipt = ""] = names;
  const { request, answer } = stage.operation;
  const own = new Set(Object.keys(request.example.path));
  const { account } = stage.contract.credentials;
  const inPath = Object.keys(back.request.example.path)
    .filter((name) => account.in !== "path" || name !== account.name)
    .findLast((name) => !own.has(name) || back.request.example.path[name] !== request.example.path[name]);
  if (inPath !== undefined) return { ...prepared, parameters: { ...prepared.parameters, [inPath]: receipt } };
  const called = (answer.receipt?.at ?? answer.ticket?.at ?? "").split("/").at(-1)?.toLowerCase();
  const fields = leavesOf(prepared.payload).filter(({ pointer }) => pointer !== "/query");
  const field =
    fields.find(({ pointer }) => pointer.split("/").at(-1)?.toLowerCase() === called) ??
    fields.find(({ pointer }) => /id$/i.test(pointer)) ??
    (fields.length === 1 ? fields[0] : undefined);
  if (field === undefined) return null;
  return { ...prepared, payload: setAt(prepared.payload, field.pointer, receipt) };
}

function leavesOf(value: Json, pointer = ""): { pointer: string }[] {
  if (!isObject(value) && !Array.isArray(value)) return [{ pointer }];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${pointer}/${name}`));
}
