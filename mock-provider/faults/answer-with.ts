import type { Json } from "../../src/core/json.js";
import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "answer-with",
  summary: "Another answer is sent than the one the request deserves.",
  phases: ["received", "admitted", "committed"],
  options: Type.Object(
    {
      status: Type.Integer({ minimum: 200, maximum: 599 }),
      headers: Type.Record(Type.String(), Type.String(), { default: {} }),
      /** Strings inside are templates, as in a contract. Absent: an empty body. */
      body: Type.Optional(Type.Unknown()),
      by: Type.Enum(["provider", "gateway"], { default: "provider" }),
      /** The entry of `errors:` it stands for. */
      name: Type.Optional(Type.String({ minLength: 1 })),
    },
    { additionalProperties: false },
  ),
  samples: [
    { status: 503, by: "provider", name: "outage", body: { error: { code: "outage" } } },
    {
      status: 502,
      by: "gateway",
      headers: { "Content-Type": "text/html" },
      body: "<html>Bad gateway</html>",
    },
    { status: 500 },
  ],
  fire(scene, { status, headers, body, by, name }) {
    scene.answer({ status, headers, ...(body === undefined ? {} : { body: body as Json }) }, by, name);
  },
});
