import type { Variant } from "../../src/core/scenario.js";
import { answerOptions } from "../declared-errors.js";
import type { Scenario } from "../scenario.js";
import { fault, firstToReach, otherOrder, perform, settle } from "../steps.js";

export default {
  id: "never-arrived",
  title: "The request does not arrive, or is never processed",
  why: "World one: nothing happened. Only a refused connection proves it; everything else looks the same as the other worlds.",
  family: "three-worlds",
  plan: ({ contract }): Variant[] => {
    const gateway = contract.provider.refusals.gateway;
    return [
      {
        name: "refused",
        steps: [fault("refuse-connections", "connect", { times: "untilSettle" }), perform(), settle],
      },
      { name: "reset-on-connect", steps: [fault("reset-connection", "connect"), perform(), settle] },
      { name: "reset-before-read", steps: [fault("reset-connection", "received"), perform(), settle] },
      { name: "stalled", steps: [fault("stall", "received"), perform(), settle] },
      {
        name: "gateway-503",
        steps: [
          fault("answer-with", "received", {
            options: { ...answerOptions({ ...gateway, status: 503 }), by: "gateway" },
          }),
          perform(),
          settle,
        ],
      },
      {
        name: "stale-keep-alive",
        steps: [
          perform({ businessKey: otherOrder }),
          fault("close-connection", "received", { on: firstToReach }),
          perform(),
          settle,
        ],
      },
    ];
  },
} satisfies Scenario;
