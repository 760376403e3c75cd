import { keysThatFit } from "../../checks/fitting.js";
import { isUnique, keyLifetimeMs, outliveKey } from "../../checks/means.js";
import type { Subject } from "../../checks/scenario.js";
import {
  advance,
  crash,
  idle,
  kill,
  order,
  otherOrder,
  perform,
  reconcile,
  restart,
  settle,
} from "../../checks/steps.js";
import { findingLookups, provableAbsence } from "../contract/retry-safety.js";
import type { Phase } from "../core/phase.js";
import type { Capability } from "../core/protocol.js";
import type { RequestMatch, Step } from "../core/scenario.js";
import { disturbances, type Disturbance, type FaultStep } from "./disturbances.js";

/** The kinds of steps; scenarios draw from each with its own weight. */
export const families = ["perform", "fault", "crash", "process", "time", "look-alike"] as const;
export type Family = (typeof families)[number];

/** One step that a scenario may be made of. */
export interface Move {
  family: Family;
  step: Step;
  /** Set for faults. */
  disturbance: Disturbance | null;
}

/** What scenarios for one operation are made of: families stand together, in each the plainest first. */
export interface Menu {
  subject: Subject;
  capabilities: readonly Capability[];
  moves: readonly Move[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Every step that makes sense for an operation of a contract and a connector of these capabilities. */
export function menuFor(subject: Subject, capabilities: readonly Capability[]): Menu {
  const found = disturbances(subject);
  const moves: Move[] = [
    ...performs(subject).map((step) => move("perform", step)),
    ...found.map((disturbance) => move("fault", disturbance.step, disturbance)),
    ...found.flatMap((disturbance) =>
      repeatsOf(disturbance).map((step) => move("fault", step, { ...disturbance, step })),
    ),
    ...crashes(subject).map((step) => move("crash", step)),
    ...[kill, restart, reconcile, { step: "inspect", businessKey: order } as const, settle].map((step) =>
      move("process", step),
    ),
    ...times(subject, capabilities).map((step) => move("time", step)),
    ...lookAlikes(subject).map((step) => move("look-alike", step)),
  ];
  return { subject, capabilities, moves };
}

function move(family: Family, step: Step, disturbance: Disturbance | null = null): Move {
  return { family, step, disturbance };
}

/** The same fault for the second request, twice in a row, or until the scenario settles. */
function repeatsOf({ step, is }: Disturbance): FaultStep[] {
  if (is === "first") return [];
  const second = attemptOf(step, 2);
  if (is === "late") return [second];
  const lasting: FaultStep[] = is === "lasting" ? [{ ...step, times: "untilSettle" }] : [];
  return [second, { ...step, times: 2 }, ...lasting];
}

/** The fault armed for the n-th request of its kind. */
export function attemptOf(step: FaultStep, attempt: number): FaultStep {
  return attempt === 1 ? step : { ...step, on: { ...step.on, nth: attempt } };
}

function performs({ contract, operation, performs: known }: Subject): Step[] {
  const { idempotency, request } = operation;
  const keyIsReference = idempotency !== null && idempotency.key.name === request.reference;
  const others = contract.operations.filter(
    ({ name, nature, idempotency: key }) =>
      name !== operation.name &&
      known.includes(name) &&
      nature === "creates" &&
      key?.is === "key" &&
      idempotency?.is === "key",
  );
  return [
    perform(),
    perform({ businessKey: otherOrder }),
    { step: "together", performs: [{ businessKey: order }, { businessKey: order }], processes: true },
    ...(request.reference === null
      ? []
      : [
          {
            step: "together",
            performs: [{ businessKey: order }, { businessKey: otherOrder }],
            processes: true,
          } satisfies Step,
        ]),
    ...(request.varies === null ? [] : [perform({ payload: "varied" })]),
    ...(idempotency === null || keyIsReference ? [] : [perform({ account: "second" })]),
    ...others.slice(0, 1).map(({ name }) => perform({ operation: name })),
    ...(request.reference === null || idempotency?.is === "natural"
      ? []
      : keysThatFit(operation, neighbours).map((businessKey) => perform({ businessKey }))),
  ];
}

const long = "parcel-".repeat(15);

/** Business keys that only a careless eye takes for the usual one or for one another. */
const neighbours = ["Order-1", "order 1", "order-10", "order/1", "order%201", `${long}7`, `${long}8`];

function crashes({ operation }: Subject): Step[] {
  const at: [Phase, RequestMatch][] = [
    ...(["committed", "received", "admitted", "answered"] as const).map((phase): [Phase, RequestMatch] => [
      phase,
      { nth: "every" },
    ]),
    ...(["received", "answered"] as const).map((phase): [Phase, RequestMatch] => [
      phase,
      { role: "any", nth: "every" },
    ]),
    ...(["committed", "received"] as const).map((phase): [Phase, RequestMatch] => [phase, { nth: 2 }]),
  ];
  const reads = [
    ...(findingLookups(operation).length > 0 ? (["lookup"] as const) : []),
    ...(operation.answer.outcome?.by === "poll" ? (["poll"] as const) : []),
  ];
  for (const role of reads) {
    at.push(["received", { role, nth: "every" }], ["answered", { role, nth: "every" }]);
  }
  return at.map(([phase, on]) => crash(phase, on));
}

function times(subject: Subject, capabilities: readonly Capability[]): Step[] {
  const { operation, timing } = subject;
  const waits = [idle(timing.retryDelayMs * 4)];
  const late = timing.settlesWithinMs === null ? [] : [Math.floor(timing.settlesWithinMs / 2)];
  if (!capabilities.includes("clock")) return [...waits, ...late.map(advance)];
  const lifetimeMs = keyLifetimeMs(operation);
  const proof = provableAbsence(operation);
  const jumps = [
    1000,
    minuteMs,
    hourMs + minuteMs,
    ...late,
    ...(proof === null ? [] : [proof.afterMs + 1000]),
    ...(lifetimeMs === null ? [] : [Math.floor(lifetimeMs / 2)]),
    31 * dayMs,
  ];
  const outlived =
    lifetimeMs === null ? [] : outliveKey(lifetimeMs, "committed").filter(({ step }) => step === "advance");
  return [...outlived, ...[...new Set(jumps)].filter((byMs) => byMs > 0).map(advance), ...waits];
}

function lookAlikes({ operation }: Subject): Step[] {
  const { reference, varies } = operation.request;
  const lookups = findingLookups(operation);
  const isLoose = lookups.some(({ by, matching }) => by === "reference" && matching !== "exact");
  const isListed = lookups.some(({ by }) => by === "scan") || isLoose;
  const decoy = (like: "same-content" | "same-reference" | "twin" | "near-reference"): Step => ({
    step: "decoy",
    businessKey: order,
    like,
  });
  const found: Step[] = [
    ...(reference === null ? [] : [decoy("same-content")]),
    ...(reference === null || !isListed ? [] : [decoy("near-reference")]),
    ...(reference === null || varies === null || lookups.length === 0 ? [] : [decoy("same-reference")]),
    ...(isUnique(operation) || lookups.length === 0
      ? []
      : [{ step: "decoy", businessKey: order, like: "twin", beside: true } satisfies Step]),
  ];
  const paged = lookups.find(({ pages }) => pages !== null);
  if (paged?.pages != null && reference !== null && isListed) {
    const like = paged.by === "scan" ? "same-content" : "near-reference";
    found.push({ step: "decoy", businessKey: order, like, count: paged.pages.size, beside: true });
  }
  if (operation.idempotency?.replay.gives === "currentState") {
    found.push({ step: "remove", businessKey: order });
  }
  return found;
}
