import type { Idempotency } from "../../../src/contract/model.js";
import { getAt } from "../../../src/core/pointer.js";
import type { Reply } from "./client.js";
import { isSame, show } from "./fit.js";
import { placeIn, type Prepared, type Stage } from "./stage.js";

/** The answer is what a repeat within retention gets. */
export function expectReplay(stage: Stage, what: string, reply: Reply, first: Reply, ask: Prepared): void {
  const { idempotency, answer } = stage.operation;
  if (idempotency === null) return;
  const { replay } = idempotency;
  const effect = stage.named(first) ?? stage.effects()[0];
  const about = { ask, ...(effect === undefined ? {} : { effect }) };
  stage.expectHeaders(what, reply, replay.headers, about);
  if (replay.gives === "storedAnswer") {
    stage.expectStatus(what, reply, replay.status ?? first.status);
    const isEqual = isSame(reply.body ?? null, first.body ?? null);
    stage.expect(isEqual, `${what}: expected the stored answer ${show(first.body)}, got ${show(reply.body)}`);
    return;
  }
  if (replay.gives === "currentState") {
    stage.expectStatus(what, reply, replay.status ?? first.status);
    stage.expectBody(what, reply, replay.body ?? answer.body, about);
    if (answer.receipt === null || answer.receipt.in !== "body") return;
    const [one, other] = [getAt(first.body, answer.receipt.at), getAt(reply.body, answer.receipt.at)];
    stage.expect(isSame(one ?? null, other ?? null), `${what}: receipts ${show(one)} and ${show(other)}`);
    return;
  }
  stage.expectStatus(what, reply, replay.status ?? 409);
  const names = original(replay, reply);
  const { original: place } = replay;
  if (replay.body !== undefined && place === null) stage.expectBody(what, reply, replay.body, about);
  if (replay.gives === "refusal" || place === null) return;
  const isNamed = names !== undefined && (effect?.names.includes(names) ?? false);
  stage.expect(
    isNamed,
    `${what}: expected the original to be named at ${place.pointer}, got ${show(reply.body)}`,
  );
}

/** What a refusal names as the original. */
function original({ original: place }: Idempotency["replay"], reply: Reply): string | undefined {
  if (place === null) return undefined;
  const found = placeIn(reply, { in: place.in, at: place.pointer });
  if (found === undefined || place.pattern === null) return found;
  return new RegExp(place.pattern).exec(found)?.[1];
}

interface Repeated {
  repeat: Reply;
  first: Reply;
  ask: Prepared;
  varied: Prepared;
  isCompared: boolean;
}

/** The answer is what the key gets when something else than the first request travels under it. */
export function expectMismatch(
  stage: Stage,
  what: string,
  { repeat, first, ask, varied, isCompared }: Repeated,
): void {
  const { idempotency, nature } = stage.operation;
  if (idempotency === null) return;
  const { enacted } = idempotency.mismatch;
  if (!isCompared || enacted === "replay") {
    expectReplay(stage, what, repeat, first, ask);
    stage.expectCommits(what, 1);
  } else if (enacted === "newEffect") {
    stage.expect(repeat.status < 400, `${what}: expected a success, got status ${repeat.status}`);
    stage.expectCommits(what, 2);
    stage.expectEffects(what, nature === "creates" ? 2 : 1);
  } else {
    stage.expectAnswer(what, repeat, enacted, { ask: varied });
    stage.expectCommits(what, 1);
  }
}
