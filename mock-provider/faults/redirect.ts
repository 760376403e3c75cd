import { Type } from "../../src/core/schema.js";
import { defineFault } from "../fault-options.js";

export default defineFault({
  id: "redirect",
  summary: "The request is sent elsewhere before anything is done with it, by default to where it came.",
  phases: ["received"],
  options: Type.Object(
    {
      status: Type.Enum([307, 308, 302, 303], { default: 307 }),
      location: Type.Optional(Type.String({ pattern: "^[\\x20-\\x7e]+$", description: "a URL, in ASCII" })),
    },
    { additionalProperties: false },
  ),
  samples: [{ status: 307 }, { status: 308 }, { status: 302 }, { status: 303 }],
  fire(scene, { status, location }) {
    scene.answer({ status, headers: { Location: location ?? literal(scene.url) } }, "gateway");
  },
});

/** Answers are templates; braces in a URL are not. */
function literal(text: string): string {
  return text.replaceAll("{{", "{{{{");
}
