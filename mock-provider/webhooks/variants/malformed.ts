import type { VariantId } from "../../../src/core/delivery.js";
import type { Json } from "../../../src/core/json.js";
import { getAt, setAt } from "../../../src/core/pointer.js";
import { vary } from "../../../src/core/vary.js";
import {
  boundedField,
  fieldsOf,
  integerField,
  requiredField,
  spelledAt,
  typedField,
  without,
} from "../fields.js";
import { firstLack, needsJson, needsSchema, type Subject, type Variant } from "../variant.js";

/** Deeper than any reader that calls itself for each level, where the body may be that long. */
const deepest = 100_000;

/** Correctly signed, and not what the contract says an event looks like. */
export const malformed = {
  "not-json": { ...ofJson(), bytes: (body) => body.subarray(0, -1) },
  "duplicate-key": {
    ...ofJson(),
    bytes: (body, subject) =>
      respelled(
        body,
        subject,
        (own, name) => `${own},${JSON.stringify(name)}:${JSON.stringify(vary(JSON.parse(own) as Json))}`,
      ),
  },
  /** Two bytes that begin no character, at the end of a text. */
  "invalid-utf8": {
    ...ofJson(),
    bytes(body, subject) {
      const end = endOfText(body, subject);
      return Buffer.concat([body.subarray(0, end), Buffer.from([0xc3, 0x28]), body.subarray(end)]);
    },
  },
  "nan-constant": { ...ofJson(), bytes: (body, subject) => respelled(body, subject, () => "NaN") },
  "wrong-type": ofSchema(typedField, "types no field", (content, { at, wrong }) => setAt(content, at, wrong)),
  "boolean-as-integer": ofSchema(integerField, "has no number", (content, at) => setAt(content, at, true)),
  "string-as-integer": ofSchema(integerField, "has no number", (content, at) =>
    setAt(content, at, JSON.stringify(getAt(content, at))),
  ),
  "out-of-range": ofSchema(boundedField, "bounds no field", (content, { at, outside }) =>
    setAt(content, at, outside),
  ),
  "missing-field": ofSchema(requiredField, "requires no field", without),
  "extra-field": ofSchema(
    ({ shape }) => (shape.schema?.["additionalProperties"] === false ? "/unexpected" : null),
    "is not closed",
    (content, at) => setAt(content, at, true),
  ),
  /** Right in all but its length: blanks after the JSON. */
  oversized: {
    defects: ["size"],
    lacks: ({ bodyBytes }) => (bodyBytes === null ? "no limit is declared" : null),
    bytes: (body, { webhooks }) =>
      Buffer.concat([body, Buffer.alloc(Math.max(0, (webhooks.bodyBytes ?? 0) + 1 - body.length), " ")]),
  },
  "deep-nesting": {
    ...ofJson(),
    bytes(body, subject) {
      const room = (subject.webhooks.bodyBytes ?? Number.POSITIVE_INFINITY) - body.length;
      const depth = Math.max(1, Math.min(deepest, Math.floor(room / 2)));
      return respelled(body, subject, () => `${"[".repeat(depth)}${"]".repeat(depth)}`);
    },
  },
  /** The last event of a batch is none. */
  "one-bad-item": {
    defects: ["content"],
    lacks: ({ batch }) => (batch === null ? "each event travels alone" : null),
    event: () => "not an event",
  },
} satisfies Partial<Record<VariantId, Variant>>;

/** What is wrong with its JSON is wrong with it; the field that is spelled anew has to be one that somebody describes. */
function ofJson(): Pick<Variant, "defects" | "lacks"> {
  return {
    defects: ["content"],
    lacks: (webhooks, event) =>
      firstLack(
        needsJson(webhooks, event),
        event !== null && namedField({ webhooks, event }) === undefined
          ? `the event '${event.kind}' has no field to spoil`
          : null,
      ),
  };
}

function ofSchema<Found>(
  find: (event: Subject["event"], webhooks: Subject["webhooks"]) => Found | null,
  what: string,
  spoil: (content: Json, found: Found) => Json,
): Variant {
  return {
    defects: ["content"],
    lacks: (webhooks, event) =>
      event === null
        ? null
        : firstLack(
            needsSchema(event),
            find(event, webhooks) === null
              ? `the schema of '${event.kind}' ${what} that a receiver acts on`
              : null,
          ),
    event(content, { event, webhooks }) {
      const found = find(event, webhooks);
      return found === null ? content : spoil(content, found);
    },
  };
}

/** A field of a mapping: an item of a list has no name to repeat. */
function namedField({ event, webhooks }: Pick<Subject, "event" | "webhooks">): string | undefined {
  return fieldsOf(event, webhooks).find((pointer) => !/\/\d+$/.test(pointer));
}

function respelled(body: Buffer, subject: Subject, spell: (own: string, name: string) => string): Buffer {
  const field = namedField(subject);
  if (field === undefined) return body;
  const { before, own, after } = spelledAt(JSON.parse(body.toString()) as Json, `${subject.eventAt}${field}`);
  const name = field
    .slice(field.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  return Buffer.from(`${before}${spell(own, name)}${after}`);
}

/** Before the closing quotation mark of a text that a receiver acts on, or of the identity; else of the last there is. */
function endOfText(body: Buffer, { event, webhooks, eventAt }: Subject): number {
  const { identity } = webhooks;
  const pointers = [...fieldsOf(event, webhooks), ...(identity?.in === "body" ? [identity.at] : [])];
  const field = pointers.find((pointer) => typeof getAt(event.content, pointer) === "string");
  if (field === undefined) return body.lastIndexOf(0x22);
  const { before, own } = spelledAt(JSON.parse(body.toString()) as Json, `${eventAt}${field}`);
  return Buffer.byteLength(before) + Buffer.byteLength(own) - 1;
}
