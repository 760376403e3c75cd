import { parseDuration } from "../../core/duration.js";
import type { Static } from "../../core/schema.js";
import type { AnswerTemplate, Idempotency } from "../model.js";
import type { idempotency } from "../schema/idempotency.js";
import type { Silence } from "./silence.js";
import { answerTemplate, bodyOf, texts } from "./values.js";

type Written = Static<typeof idempotency>;

/** What the mock assumes of a retention that nobody published. */
const assumedRetentionMs = 24 * 3_600_000;

const plainMismatch: AnswerTemplate = {
  status: 422,
  headers: {},
  body: { error: { message: "This idempotency key was used with another request." } },
};
const plainInFlight: AnswerTemplate = {
  status: 409,
  headers: {},
  body: { error: { message: "A request with this idempotency key is still running." } },
};

/** How the provider deduplicates, with what it does not document assumed for the mock and not promised to anybody. */
export function normaliseIdempotency(written: Written, pointer: string, silence: Silence): Idempotency {
  const { key } = written;
  return {
    key: {
      in: key.in,
      name: (key.in === "body" ? key.pointer : key.name) ?? "",
      minLength: key.minLength ?? 1,
      maxLength: key.maxLength ?? null,
      pattern: key.pattern ?? null,
      required: key.required ?? false,
    },
    is: written.is ?? "key",
    scope: silence.stated<string[]>(`${pointer}/scope`, written.scope, ["account"]),
    retention: retentionOf(written.retention, pointer, silence),
    fingerprint: written.fingerprint ?? ["method", "path", "body"],
    remembers: silence.stated(`${pointer}/remembers`, written.remembers, ["success" as const]),
    unremembered: {
      promised: silence.at(`${pointer}/unremembered`) ? "runsAgain" : (written.unremembered ?? "runsAgain"),
      enacted: written.unremembered ?? "runsAgain",
    },
    replay: replayOf(written.replay),
    mismatch: silence.stated(`${pointer}/mismatch`, mismatchOf(written.mismatch), plainMismatch),
    inFlight: silence.stated(
      `${pointer}/inFlight`,
      written.inFlight === undefined ? undefined : answerTemplate(written.inFlight, 409),
      plainInFlight,
    ),
    checkedAfter: written.checkedAfter ?? ["credentials"],
  };
}

function retentionOf(
  written: Written["retention"],
  pointer: string,
  silence: Silence,
): Idempotency["retention"] {
  const shape = typeof written === "string" ? { for: written } : (written ?? {});
  const from = shape.from ?? "firstRequest";
  if (shape.is === "permanent") return { is: "permanent", forMs: null, from };
  const isSilent = silence.at(`${pointer}/retention/for`);
  const duration = isSilent ? (shape.assume ?? shape.for) : (shape.for ?? shape.assume);
  const forMs = duration === undefined ? assumedRetentionMs : parseDuration(duration);
  const unpublished =
    shape.for === undefined || isSilent || silence.at(`${pointer}/retention`) || shape.is === "unpublished";
  return { is: unpublished ? "unpublished" : (shape.is ?? "floor"), forMs, from };
}

function replayOf(written: Written["replay"]): Idempotency["replay"] {
  const original = written?.original;
  return {
    gives: written?.gives ?? "storedAnswer",
    status: written?.status ?? null,
    headers: texts(written?.headers),
    ...bodyOf(written ?? {}),
    original:
      original === undefined
        ? null
        : {
            in: original.in,
            pointer: (original.in === "body" ? original.pointer : original.name) ?? "",
            pattern: original.pattern ?? null,
          },
  };
}

function mismatchOf(written: Written["mismatch"]): AnswerTemplate | "newEffect" | "replay" | undefined {
  if (written === undefined || typeof written === "string") return written;
  return answerTemplate(written, 422);
}
