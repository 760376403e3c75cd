import type { Json } from "../../core/json.js";
import { getAt } from "../../core/pointer.js";
import type { Problem } from "../diagnostics.js";
import { show } from "../explain.js";
import type { Operation } from "../model.js";
import { checkTemplates } from "./names.js";
import { refusalsOf } from "./request.js";

/** Whether a body can be asked for instead of the operation's example; pointers go into the body. */
export function checkPayload({ name, request }: Operation, body: Json): Problem[] {
  const { reference, varies } = request;
  if (body === null) {
    return [
      problem("", "empty-payload", "a payload of null asks for nothing.", "Leave it out for the example."),
    ];
  }
  if (request.body.includes("none")) {
    return [problem("", "conflicting-keys", `${name} is sent without a body.`, "Remove the payload.")];
  }
  const templates = checkTemplates(body, "request", "");
  if (templates.length > 0) return templates;
  const problems: Problem[] = [];
  const there = reference === null ? "{{businessKey}}" : getAt(body, reference);
  if (typeof there !== "string" || !there.includes("{{businessKey}}")) {
    problems.push(
      problem(
        reference ?? "",
        "reference-not-in-payload",
        `the business key of ${name} travels at ${reference}, and the payload has ${show(there)} there.`,
        'Write "{{businessKey}}" into it at that place.',
      ),
    );
  }
  if (varies !== null && getAt(body, varies) === undefined) {
    problems.push(
      problem(
        varies,
        "pointer-to-nothing",
        `the contract's \`varies\` points to ${varies}, and the payload has nothing there.`,
        "Give the field a value: the kit changes it to ask for something else.",
      ),
    );
  }
  const refused = refusalsOf(request, body);
  const refusals = typeof refused === "string" ? [] : refused;
  return [
    ...problems,
    ...refusals.map(({ pointer, words }) =>
      problem(
        pointer,
        "payload-refused",
        `the contract's schema of ${name} refuses the payload: ${words}.`,
        null,
      ),
    ),
  ];
}

function problem(pointer: string, code: string, message: string, hint: string | null): Problem {
  return hint === null ? { pointer, code, message } : { pointer, code, message, hint };
}
