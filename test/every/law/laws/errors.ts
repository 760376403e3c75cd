import type { AnswerKind, DeclaredError, Operation } from "../../../../src/contract/model.js";
import { getAt } from "../../../../src/core/pointer.js";
import type { Reply } from "../client.js";
import { writes, type Law } from "../law.js";
import { expectReplay } from "../replays.js";
import type { Stage } from "../stage.js";

interface WorldOfError {
  name: string;
  at: "received" | "admitted" | "committed";
  by: "provider" | "gateway";
}

/** Where in the life of a request somebody can say that it failed, and who. */
const worlds: readonly WorldOfError[] = [
  { name: "before the key was looked at", at: "received", by: "provider" },
  { name: "before the effect", at: "admitted", by: "provider" },
  { name: "after the effect", at: "committed", by: "provider" },
  { name: "by a gateway before the effect", at: "received", by: "gateway" },
  { name: "by a gateway after the effect", at: "committed", by: "gateway" },
];

/** What declared errors look like and leave behind. */
export const errors: readonly Law[] = [
  {
    id: "errors",
    title:
      "each declared error is told apart by its `when`, in every world, and a repeat is taken as declared",
    applies: (operation) => writes(operation) && operation.errors.length > 0,
    async judge(stage) {
      for (const error of stage.operation.errors) {
        for (const world of worlds) {
          stage.provider.reset();
          await judgeError(stage, error, world);
        }
      }
    },
  },
  {
    id: "memory",
    title: "failures are remembered under the key as declared",
    applies: (operation) => writes(operation) && operation.idempotency !== null,
    async judge(stage) {
      for (const status of [422, 500]) {
        for (const at of ["admitted", "committed"] as const) {
          stage.provider.reset();
          const answer = { status, headers: { "X-Failure": "yes" }, body: { code: `failure ${status}` } };
          const ask = stage.prepare(1);
          stage.answerWith(at, answer, "provider");
          const first = await stage.write(ask);
          stage.expectAnswer(`status ${status} at ${at}`, first, answer);
          const kind = status >= 500 ? "serverError" : "clientError";
          await judgeRepeat(stage, `a repeat after ${status} at ${at}`, {
            first,
            ask,
            kind,
            at,
            by: "provider",
          });
        }
      }
    },
  },
];

async function judgeError(stage: Stage, error: DeclaredError, { name, at, by }: WorldOfError): Promise<void> {
  const { operation } = stage;
  const what = `${error.name} ${name}`;
  const ask = stage.prepare(1);
  stage.answerWith(at, error, by, error.name);
  const first = await stage.write(ask);
  const isWordless = by === "gateway" && error.body === undefined && error.status >= 500;
  const { gateway } = stage.contract.provider.refusals;
  stage.expectAnswer(what, first, isWordless ? { ...gateway, status: error.status } : error, { ask });
  const told = toldApart(operation, first);
  stage.expect(told === error.name, `${what}: it is taken for ${told ?? "nothing that is declared"}`);
  if (by === "provider") stage.expectHeaders(what, first, stage.contract.provider.headers, { ask });
  stage.expectCommits(what, at === "committed" ? 1 : 0);
  if (operation.idempotency === null) return;
  await judgeRepeat(stage, `a repeat after ${what}`, { first, ask, kind: kindOf(error), at, by });
}

interface Failed {
  first: Reply;
  ask: ReturnType<Stage["prepare"]>;
  kind: AnswerKind;
  at: WorldOfError["at"];
  by: WorldOfError["by"];
}

/** What a repeat under the key gets after a failure. */
async function judgeRepeat(stage: Stage, what: string, { first, ask, kind, at, by }: Failed): Promise<void> {
  const { idempotency, nature } = stage.operation;
  if (idempotency === null) return;
  const repeat = await stage.write(ask);
  const hasEffect = at === "committed";
  if (by === "gateway" || at === "received") {
    // The provider itself has not failed: what it knows is a success, or nothing.
    if (!hasEffect) stage.expectSuccess(what, repeat, ask);
    else if (idempotency.replay.gives !== "storedAnswer") expectReplay(stage, what, repeat, repeat, ask);
    else
      stage.expect(
        repeat.status < 400,
        `${what}: expected the provider's own success, got status ${repeat.status}`,
      );
    stage.expectCommits(what, 1);
  } else if (idempotency.remembers.enacted.includes(kind)) {
    stage.expectStatus(what, repeat, first.status);
    const isEqual = JSON.stringify(repeat.body) === JSON.stringify(first.body);
    stage.expect(isEqual, `${what}: expected the same failure, got ${JSON.stringify(repeat.body)}`);
    stage.expectCommits(what, hasEffect ? 1 : 0);
  } else if (!hasEffect) {
    stage.expectSuccess(what, repeat, ask);
    stage.expectCommits(what, 1);
  } else if (idempotency.unremembered.enacted === "guarded") {
    stage.expectCommits(what, 1);
    const isEqual = JSON.stringify(repeat.body) === JSON.stringify(first.body);
    stage.expect(repeat.status !== first.status || !isEqual, `${what}: the failure came again`);
  } else if (nature === "creates") {
    stage.expectSuccess(what, repeat, ask);
    stage.expectCommits(what, 2);
  }
}

/** What kind of failure an error is: one that is answered like a success is told by what it says about the effect. */
function kindOf({ status, effect }: DeclaredError): AnswerKind {
  if (status >= 400) return status >= 500 ? "serverError" : "clientError";
  return effect === "none" ? "clientError" : "serverError";
}

/** The entry of `errors:` that an answer is, for somebody who reads the contract; undefined when it is a success or unknown. */
function toldApart({ errors: all, answer }: Operation, reply: Reply): string | undefined {
  const fits = ({ status, when }: DeclaredError): boolean =>
    status === reply.status &&
    Object.entries(when.body).every(
      ([pointer, value]) => JSON.stringify(getAt(reply.body, pointer)) === JSON.stringify(value),
    ) &&
    Object.entries(when.headers).every(([name, value]) => reply.headers[name.toLowerCase()] === value);
  const conditions = ({ when }: DeclaredError): number =>
    Object.keys(when.body).length + Object.keys(when.headers).length;
  const candidates = all.filter(fits).sort((one, other) => conditions(other) - conditions(one));
  const [best, next] = candidates;
  if (best === undefined) return undefined;
  if (next !== undefined && conditions(next) === conditions(best))
    return `${best.name} as well as ${next.name}`;
  const looksGood = reply.status === answer.status && conditions(best) === 0;
  return looksGood ? undefined : best.name;
}
