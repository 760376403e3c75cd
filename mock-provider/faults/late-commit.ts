import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "late-commit",
  summary: "The client gets no answer now, while the provider commits later.",
  phases: ["received", "admitted"],
  roles: ["write"],
  options: Type.Object(
    {
      until: Type.Union(
        [
          Type.Literal("client-gone"),
          Type.Object({ clockMs: Type.Integer({ minimum: 0 }) }, { additionalProperties: false }),
          Type.Object(
            {
              journal: Type.Object(
                {
                  kind: Type.String({ minLength: 1 }),
                  role: Type.Optional(Type.String()),
                  sameOperation: Type.Optional(Type.Boolean()),
                  nth: Type.Optional(Type.Integer({ minimum: 1 })),
                },
                { additionalProperties: false },
              ),
            },
            { additionalProperties: false },
          ),
        ],
        {
          default: "client-gone",
          description: "'client-gone', { clockMs: … } or { journal: { kind, role?, sameOperation?, nth? } }",
        },
      ),
      client: Type.Enum(["stall", "close", "reset"], { default: "stall" }),
    },
    { additionalProperties: false },
  ),
  samples: [
    {},
    { until: "client-gone", client: "close" },
    { until: { clockMs: 60_000 }, client: "reset" },
    { until: { journal: { kind: "request-received", role: "lookup", sameOperation: true } } },
  ],
  fire(scene, { until, client }) {
    const due =
      until === "client-gone"
        ? scene.clientGone()
        : "clockMs" in until
          ? scene.clockPasses(until.clockMs)
          : scene.journalShows(until.journal);
    scene.goOnLater(due);
    const cut = { stall: () => {}, close: () => scene.close(), reset: () => scene.reset() };
    cut[client]();
  },
});
