import type { Json } from "../../core/json.js";
import { fillTemplate } from "../../core/template.js";
import { generatorPattern } from "../template-names.js";

const noon = Date.parse("2026-11-30T12:00:00.000Z");

const samples: Record<string, Json> = {
  uuid: "00000000-0000-4000-8000-000000000000",
  sequence: 1,
  "delivery.attempt": 1,
  account: "account-1",
  baseUrl: "http://127.0.0.1",
  "now.iso8601": new Date(noon).toISOString(),
  "now.epochSeconds": noon / 1000,
  "now.epochMilliseconds": noon,
  "now.httpDate": new Date(noon).toUTCString(),
  "event.iso8601": new Date(noon).toISOString(),
  "event.epochSeconds": noon / 1000,
  "event.epochMilliseconds": noon,
};

/** An event's example with something of the right kind for every name in it. */
export function sampleEvent(example: Json, kind: string, identityFormat: string): Json {
  const resolve = (name: string): Json | undefined => {
    const [, generator, length] = generatorPattern.exec(name) ?? [];
    // Digits read as a number must not begin with 0.
    if (generator !== undefined) return "1".repeat(Number(length));
    if (name === "event.kind") return kind;
    return name === "event.id" ? fillTemplate(identityFormat, resolve) : samples[name.split(" ")[0] ?? name];
  };
  return fillTemplate(example, resolve) ?? null;
}
