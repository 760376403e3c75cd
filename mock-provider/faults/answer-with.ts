import type { Json } from "../../src/core/json.js";
import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

const headerValue = {
  type: "string",
  pattern: "^[\\t\\x20-\\x7e\\x80-\\xff]*$",
  description: "the value of an HTTP header, in one line of Latin-1",
};

export default defineFault({
  id: "answer-with",
  summary: "Another answer is sent than the one the request deserves.",
  phases: ["received", "admitted", "committed"],
  options: Type.Object(
    {
      status: Type.Integer({ minimum: 200, maximum: 599 }),
      headers: Type.Unsafe<Record<string, string>>({
        type: "object",
        description: "HTTP headers, names and values",
        patternProperties: { "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$": headerValue },
        additionalProperties: false,
        default: {},
      }),
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
