import { answerOptions, declaredError, waitHeaderOf, type ErrorWorld } from "../../checks/declared-errors.js";
import type { Subject } from "../../checks/scenario.js";
import { fault } from "../../checks/steps.js";
import type { AnswerTemplate, DeclaredError, EffectOfError, Operation } from "../contract/model.js";
import { findingLookups } from "../contract/retry-safety.js";
import type { JsonObject } from "../core/json.js";
import type { Phase } from "../core/phase.js";
import type { RequestMatch, Step } from "../core/scenario.js";

export type FaultStep = Extract<Step, { step: "fault" }>;

/** One thing that can go wrong at one phase, as the contract allows it. */
export interface Disturbance {
  /** Armed for the first request that reaches the phase. */
  step: FaultStep;
  /**
   * `first`: contradicts the contract unless nothing was sent before it, and nothing else goes wrong. `lasting`: may also go on until the scenario settles.
   * `late`: the request is processed later.
   */
  is: "any" | "first" | "lasting" | "late";
  role: "write" | "lookup" | "poll";
}

const worlds: Record<EffectOfError, ErrorWorld[]> = {
  none: ["before-commit"],
  maybe: ["before-commit", "after-commit"],
  done: ["after-commit"],
};

/** What a declared wait may say instead; whole seconds on the wire. */
const waitTexts = ["0", "-1", "9999999999", "0.129", "soon"];

/** Everything that may go wrong with the requests of an operation without contradicting its contract, the plainest first. */
export function disturbances(subject: Subject): Disturbance[] {
  const { operation } = subject;
  return [
    ...writeFaults(subject).map((step): Disturbance => ({
      step,
      // A refusal of the key without its words is no longer one that the contract knows.
      is: step.fault === "empty-answer" && operation.idempotency !== null ? "first" : "any",
      role: "write",
    })),
    ...lateCommits(subject).map((step): Disturbance => ({ step, is: "late", role: "write" })),
    ...declared(operation),
    ...refusedKey(operation),
    ...(findingLookups(operation).length > 0 ? readFaults(subject, "lookup") : []),
    ...(operation.answer.outcome?.by === "poll" ? readFaults(subject, "poll") : []),
    ...(operation.answer.outcome?.by === "poll" ? decidedOutcomes() : []),
  ];
}

const cuts = ["close-connection", "reset-connection", "stall"];

function writeFaults(subject: Subject): FaultStep[] {
  const { operation, timing } = subject;
  const hasBody = operation.answer.body !== undefined;
  const at = (phase: Phase) => (id: string) => step(id, phase);
  const truncated = ["content-length", "chunked"].flatMap((framing) =>
    ["fin", "rst"].map((end) => step("truncate-answer", "answered", { framing, part: "body", end })),
  );
  return [
    ...cuts.map(at("committed")),
    ...cuts.map(at("received")),
    ...cuts.map(at("admitted")),
    ...cuts.map(at("answered")),
    ...cuts.map(at("connect")),
    step("garble-answer", "answered"),
    ...(hasBody ? truncated : []),
    ...["fin", "rst"].map((end) =>
      step("truncate-answer", "answered", { framing: "content-length", part: "headers", end }),
    ),
    ...(hasBody ? [true, false].map((contentType) => step("empty-answer", "answered", { contentType })) : []),
    ...gatewayFaults(subject, "committed", [502, 504]),
    ...gatewayFaults(subject, "received", [502, 503]),
    ...[307, 308].map((status) => step("redirect", "received", { status })),
    step("slow-answer", "answered", { afterMs: Math.max(1, Math.floor(timing.timeoutMs / 4)) }),
    step("dribble-answer", "answered", { bytes: 16, everyMs: 2 }),
  ];
}

function gatewayFaults({ contract, operation }: Subject, phase: Phase, statuses: number[]): FaultStep[] {
  const { gateway } = contract.provider.refusals;
  return statuses
    .filter((status) => !meansNothingDone(operation, status))
    .map((status) => step("answer-with", phase, { ...answerOptions({ ...gateway, status }), by: "gateway" }));
}

/** A bare status by which the contract says that nothing was done: a gateway must not use it for anything else. */
function meansNothingDone({ errors }: Operation, status: number): boolean {
  return errors.some(
    (error) =>
      error.status === status &&
      error.effect === "none" &&
      Object.keys(error.when.body).length + Object.keys(error.when.headers).length === 0,
  );
}

/** Within the settling time that the contract promises; where it promises none, at a moment when the connector is active. */
function lateCommits({ timing: { settlesWithinMs } }: Subject): FaultStep[] {
  if (settlesWithinMs !== null && settlesWithinMs >= 2) {
    const until = { clockMs: Math.floor(settlesWithinMs / 2) };
    return [step("late-commit", "admitted", { until, client: "close" })];
  }
  return ["request-received", "request-answered", "process-started"].map((kind) =>
    step("late-commit", "admitted", { until: { journal: { kind } }, client: "stall" }),
  );
}

function declared(operation: Operation): Disturbance[] {
  const plain = operation.errors.flatMap((error) =>
    worlds[error.effect].map((world) => declaredIn(operation, error, declaredError(error, world))),
  );
  const found = waitHeaderOf(operation, "seconds");
  const waits = (found === null ? [] : waitTexts).flatMap((text) =>
    found === null
      ? []
      : [
          declaredIn(
            operation,
            found.error,
            declaredError(found.error, "before-commit", { headers: { [found.header]: text } }),
          ),
        ],
  );
  return [...plain, ...waits];
}

function declaredIn(operation: Operation, error: DeclaredError, made: Step): Disturbance {
  const isFinal = error.effect === "none" && error.next === "stop";
  return {
    step: made as FaultStep,
    is: isFinal ? "first" : error.effect === "none" ? "lasting" : "any",
    role: "write",
  };
}

/** The key was used by somebody else for another payload. */
function refusedKey({ idempotency }: Operation): Disturbance[] {
  if (idempotency === null || idempotency.is === "natural") return [];
  const mismatch = idempotency.mismatch.promised;
  if (mismatch === null || mismatch === "newEffect" || mismatch === "replay") return [];
  const options = { ...answerOptions(mismatch), by: "provider", name: "mismatch" };
  return [{ step: step("answer-with", "received", options), is: "first", role: "write" }];
}

/** A read that fails says nothing, whatever way it fails. */
function readFaults({ contract, operation }: Subject, role: "lookup" | "poll"): Disturbance[] {
  const { gateway, unauthorized } = contract.provider.refusals;
  const limit = operation.errors.find(({ status }) => status === 429);
  const saysSo = findingLookups(operation).some(
    ({ complete, incomplete }) => complete.promised !== true || Object.keys(incomplete).length > 0,
  );
  const answers: [AnswerTemplate, JsonObject][] = [
    [{ ...gateway, status: 503 }, { by: "gateway" }],
    [{ ...unauthorized, status: 403 }, { by: "provider" }],
    ...(limit === undefined
      ? []
      : [[limit, { by: "provider", name: limit.name }] satisfies [AnswerTemplate, JsonObject]]),
  ];
  const steps = [
    ...answers.map(([answer, said]) =>
      step("answer-with", "received", { ...answerOptions(answer), ...said }, { role }),
    ),
    ...cuts.map((id) => step(id, "received", {}, { role })),
    ...["body", "headers"].map((part) =>
      step("truncate-answer", "answered", { framing: "content-length", part, end: "fin" }, { role }),
    ),
    ...(role === "lookup" && saysSo ? [step("incomplete-lookup", "admitted", {}, { role })] : []),
  ];
  return steps.map((made): Disturbance => ({ step: made, is: "lasting", role }));
}

function decidedOutcomes(): Disturbance[] {
  return ["failed", "never", "succeeded"].map((outcome): Disturbance => ({
    step: step("settle-outcome", "committed", { outcome }),
    is: "any",
    role: "write",
  }));
}

function step(id: string, at: Phase, options: JsonObject = {}, on: RequestMatch = {}): FaultStep {
  const rest = Object.keys(options).length === 0 ? {} : { options };
  return fault(id, at, { ...rest, on: { nth: "every", ...on } }) as FaultStep;
}
