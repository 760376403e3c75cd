import type { Json } from "../../core/json.js";
import { getAt } from "../../core/pointer.js";
import { compileSchema } from "../../core/schema.js";
import { suggest } from "../../core/suggest.js";
import type { Problem } from "../diagnostics.js";
import { dotted, show } from "../explain.js";
import type { Operation } from "../model.js";
import { below } from "../schema/walk.js";
import type { WebhookEvent, Webhooks } from "../webhooks-model.js";
import { sampleEvent } from "./event-names.js";

const root = "/webhooks";

/** Whether the events hold what the contract says stands in them, and whether what is signed is there to be signed. */
export function checkWebhooks(webhooks: Webhooks, operations: readonly Operation[]): Problem[] {
  return [
    ...webhooks.events.flatMap((event) => checkEvent(event, webhooks)),
    ...checkSigned(webhooks),
    ...operations.flatMap((operation) => checkOutcome(operation, webhooks)),
  ];
}

function checkEvent(event: WebhookEvent, webhooks: Webhooks): Problem[] {
  const pointer = below(`${root}/events`, event.kind);
  const { example, schema, varies, kind } = event;
  if (example === undefined) {
    return varies === null
      ? []
      : [nothingAt(`${pointer}/varies`, "'varies' points", varies, "the event has no example")];
  }
  const sample = sampleEvent(example, kind, webhooks.identity?.format ?? "evt_{{alphanumeric 16}}");
  const problems: Problem[] = [];
  const absent = (at: string, what: string, where: string): void => {
    if (getAt(sample, where) !== undefined) return;
    problems.push(nothingAt(at, what, where, `the example of '${kind}' has nothing there`));
  };
  if (varies !== null) absent(`${pointer}/varies`, "'varies' points", varies);
  const { identity, order } = webhooks;
  if (identity?.in === "body") absent(`${root}/identity`, "'identity' points", identity.at);
  if (order !== null) {
    absent(`${root}/order/per`, "'per' points", order.per);
    absent(`${root}/order/age`, "'age' points", order.age);
  }
  return [...problems, ...checkKind(kind, sample, webhooks), ...checkExample(sample, kind, schema, pointer)];
}

function checkKind(kind: string, sample: Json, webhooks: Webhooks): Problem[] {
  const place = webhooks.kind;
  if (place?.in !== "body") return [];
  const there = getAt(sample, place.at);
  if (there === kind) return [];
  return [
    {
      pointer: below(`${root}/events`, kind),
      at: "key",
      code: "kind-not-in-example",
      message: `the kind of an event stands at ${place.at}, and the example of '${kind}' has ${show(there)} there.`,
    },
  ];
}

function checkExample(
  sample: Json,
  kind: string,
  schema: WebhookEvent["schema"],
  pointer: string,
): Problem[] {
  if (schema === null) return [];
  let misfits: ReturnType<ReturnType<typeof compileSchema>>;
  try {
    misfits = compileSchema(schema)(sample);
  } catch (error) {
    const [message = ""] = (error instanceof Error ? error.message : "")
      .replace(/^schema is invalid: /, "")
      .split(", data");
    return [
      {
        pointer: `${pointer}/schema`,
        at: "key",
        code: "bad-schema",
        message: `'schema' is not a JSON Schema: ${message.replaceAll(/^data/g, "at ")}.`,
      },
    ];
  }
  return misfits.map((problem) => ({
    pointer: `${pointer}/example${problem.pointer}`,
    code: "example-refused",
    message: `the schema of '${kind}' refuses its own example: ${dotted(problem.pointer) || "the event"} ${problem.message}.`,
  }));
}

const signable = ["body", "timestamp", "delivery", "identity", "url", "method"];

function checkSigned({ signature, delivery }: Webhooks): Problem[] {
  if (signature?.scheme !== "hmac") return [];
  const pointer = `${root}/signature/signs`;
  const names = [...signature.signs.matchAll(/\{([a-zA-Z]+)\}/g)].map((match) => match[1] ?? "");
  const problems: Problem[] = names
    .filter((name) => !signable.includes(name))
    .map((name) => ({
      pointer,
      code: "unknown-name",
      message: `'signs' names {${name}}, and what can be signed is ${signable.map((one) => `{${one}}`).join(", ")}.${suggest(name, signable)}`,
    }));
  const lacking = (name: string, key: string): Problem => ({
    pointer,
    code: "pointer-to-nothing",
    message: `'signs' names {${name}}, and the contract does not say where it stands.`,
    hint: `Add \`${key}\`.`,
  });
  if (names.includes("timestamp") && signature.timestamp === null) {
    problems.push(lacking("timestamp", "signature.timestamp"));
  }
  if (names.includes("delivery") && delivery === null)
    problems.push(lacking("delivery", "webhooks.delivery"));
  return problems;
}

/** An outcome that comes by webhook names an event of the contract, and places in it. */
function checkOutcome({ name, answer }: Operation, webhooks: Webhooks): Problem[] {
  const { outcome } = answer;
  if (outcome?.by !== "webhook" || outcome.event === null) return [];
  const pointer = `/operations/${name}/answer/outcome`;
  const event = webhooks.events.find(({ kind }) => kind === outcome.event);
  if (event === undefined) {
    const known = webhooks.events.map(({ kind }) => kind);
    return [
      {
        pointer: `${pointer}/event`,
        code: "unknown-event",
        message: `the outcome comes with the event '${outcome.event}', and \`webhooks.events\` has none of that name.${suggest(outcome.event, known)}`,
      },
    ];
  }
  return (["ticket", "at"] as const).flatMap((key) => {
    const at = outcome[key];
    return at === undefined || getAt(event.example, at) !== undefined
      ? []
      : [
          nothingAt(
            `${pointer}/${key}`,
            `'${key}' points`,
            at,
            `the example of '${event.kind}' has nothing there`,
          ),
        ];
  });
}

function nothingAt(pointer: string, what: string, at: string, why: string): Problem {
  return { pointer, code: "pointer-to-nothing", message: `${what} to ${at}, and ${why}.` };
}
