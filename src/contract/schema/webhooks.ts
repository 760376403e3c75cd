import type { JsonObject } from "../../core/json.js";
import { Type } from "../../core/schema.js";
import { schemeNames } from "../scheme-names.js";
import { blockSource, closed, fact } from "./fact.js";
import { count, duration, filled, flag, mapOf, oneOf, pointer, text } from "./words.js";

const none = oneOf("none");
const orNone = "`none` or a mapping";

const place = closed(
  { in: oneOf("body", "header"), pointer: Type.Optional(pointer), name: Type.Optional(text) },
  { rule: "place" },
);
const identity = closed(
  { ...place.properties, format: Type.Optional(Type.String({ template: "secret" })) },
  { rule: "place" },
);

const event = closed({
  schema: Type.Optional(Type.Unsafe<JsonObject>({ type: "object", says: "a JSON Schema" })),
  example: Type.Optional(filled("event")),
  varies: Type.Optional(pointer),
  meaning: Type.Optional(fact(oneOf("adds", "sets"))),
});

const tolerance = Type.Union([duration, oneOf("unchecked")], {
  says: "a duration such as 5m, or `unchecked`",
});

const signature = closed({
  scheme: oneOf(...schemeNames),
  header: Type.Optional(text),
  algorithm: Type.Optional(oneOf("sha1", "sha256", "sha512")),
  encoding: Type.Optional(oneOf("hex", "base64")),
  prefix: Type.Optional(Type.String()),
  secret: Type.Optional(
    closed({ encoding: Type.Optional(oneOf("utf8", "hex", "base64")), bytes: Type.Optional(count) }),
  ),
  signs: Type.Optional(text),
  timestamp: Type.Optional(
    closed({ ...place.properties, unit: Type.Optional(oneOf("s", "ms", "iso8601")) }, { rule: "place" }),
  ),
  tolerance: Type.Optional(
    closed({ past: Type.Optional(fact(tolerance)), future: Type.Optional(fact(tolerance)) }),
  ),
  secrets: Type.Optional(
    closed({
      several: oneOf("joined", "repeatedHeader", "single"),
      separator: Type.Optional(Type.String()),
    }),
  ),
  covers: Type.Optional(oneOf("wire", "decoded")),
});

const statusClass = Type.Union(
  [Type.Integer({ minimum: 100, maximum: 599 }), Type.String({ pattern: "^[1-5]xx$" }), oneOf("noAnswer")],
  { says: "a status, a class such as 5xx, or `noAnswer`" },
);
const statuses = Type.Array(statusClass, { says: "a list" });

/** What the provider sends by itself, and what it expects of a receiver. */
export const webhooks = closed({
  method: Type.Optional(oneOf("POST", "PUT", "GET")),
  contentType: Type.Optional(text),
  /** Beside those that have a place of their own here. */
  headers: Type.Optional(mapOf(Type.String(), { template: "event", keysAre: "header" })),
  kind: Type.Optional(place),
  events: mapOf(event),
  unknownKind: Type.Optional(fact(oneOf("acknowledge", "refuse"), "acknowledge")),
  identity: Type.Optional(fact(identity)),
  fingerprint: Type.Optional(fact(oneOf("body", "none"), "none")),
  delivery: Type.Optional(
    fact(
      Type.Union(
        [
          none,
          closed({ ...identity.properties, changesOnRedelivery: Type.Optional(flag) }, { rule: "place" }),
        ],
        { says: orNone },
      ),
      "none",
    ),
  ),
  order: Type.Optional(
    fact(Type.Union([none, closed({ per: pointer, age: pointer })], { says: orNone }), "none"),
  ),
  batch: Type.Optional(
    fact(
      Type.Union(
        [none, closed({ events: pointer, partial: Type.Optional(oneOf("allOrNothing", "perItem")) })],
        { says: orNone },
      ),
      "none",
    ),
  ),
  result: Type.Optional(
    fact(Type.Union([none, pointer], { says: "`none` or a JSON Pointer such as /result" }), "none"),
  ),
  signature: Type.Optional(fact(Type.Union([none, signature], { says: orNone }), "none")),
  acknowledge: Type.Optional(
    closed({ success: Type.Optional(statuses), within: Type.Optional(fact(duration)) }),
  ),
  redelivery: Type.Optional(
    fact(
      Type.Union(
        [
          none,
          closed({
            when: Type.Optional(statuses),
            final: Type.Optional(statuses),
            schedule: Type.Optional(fact(Type.Array(duration, { says: "a list" }))),
            for: Type.Optional(fact(duration)),
            resigned: Type.Optional(fact(flag)),
          }),
        ],
        { says: orNone },
      ),
      "none",
    ),
  ),
  duplicates: Type.Optional(fact(oneOf("atLeastOnce", "atMostOnce", "exactlyOnce"), "atLeastOnce")),
  limits: Type.Optional(closed({ bodyBytes: Type.Optional(fact(count)) })),
  source: Type.Optional(
    Type.Union(
      [text, closed({ bound: oneOf("credential", "path", "none"), named: Type.Optional(pointer) })],
      {
        says: "where this is documented, or { bound, named }",
      },
    ),
  ),
  basis: blockSource.basis,
});
