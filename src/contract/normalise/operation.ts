import { parseDuration } from "../../core/duration.js";
import type { Static } from "../../core/schema.js";
import type {
  AnswerShape,
  DeclaredError,
  EffectShape,
  Operation,
  Outcome,
  ProviderInfo,
  RequestShape,
  Stated,
  Wait,
} from "../model.js";
import type { operation } from "../schema/operation.js";
import { normaliseIdempotency } from "./idempotency.js";
import { normaliseLookup } from "./lookup.js";
import type { Silence } from "./silence.js";
import { bodyOf, listed, placeOf, routeOf, texts } from "./values.js";

type Written = Static<typeof operation>;

/** One operation with everything it leaves out filled in. */
export function normaliseOperation(
  name: string,
  written: Written,
  provider: ProviderInfo,
  silence: Silence,
): Operation {
  const pointer = `/operations/${name}`;
  const answer = answerOf(written.answer);
  const lookups = written.lookup === undefined || written.lookup === "none" ? [] : written.lookup;
  return {
    name,
    summary: written.summary ?? null,
    nature: written.nature ?? "creates",
    request: requestOf(written.request),
    idempotency:
      written.idempotency === undefined || written.idempotency === "none"
        ? null
        : normaliseIdempotency(written.idempotency, `${pointer}/idempotency`, silence),
    answer,
    effect: effectOf(written.effect, answer),
    lookups: lookups.map((lookup, at) =>
      normaliseLookup(lookup, `${pointer}/lookup/${at}`, provider.refusals.notFound, silence),
    ),
    settlesWithinMs: settlesOf(written.settlesWithin, `${pointer}/settlesWithin`, silence),
    errors: (written.errors ?? []).map(errorOf),
    compensation: compensationOf(written.compensation),
    humanReconciliation:
      written.humanReconciliation === undefined || written.humanReconciliation === "never"
        ? null
        : written.humanReconciliation,
  };
}

function requestOf(written: Written["request"]): RequestShape {
  const { headers, example } = written;
  const route = routeOf({ ...written }, "POST");
  return {
    ...route,
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name, value === "required" ? null : value]),
    ),
    schema: written.schema ?? null,
    reference: written.reference ?? null,
    example: {
      path: texts(example?.path),
      query: texts(example?.query),
      headers: texts(example?.headers),
      body: example?.body ?? (route.body.includes("none") ? null : {}),
    },
    varies: written.varies ?? null,
  };
}

function answerOf(written: Written["answer"]): AnswerShape {
  const { receipt, ticket, outcome } = written ?? {};
  return {
    is: written?.is ?? (ticket !== undefined || outcome !== undefined ? "acknowledgement" : "receipt"),
    status: written?.status ?? 200,
    headers: texts(written?.headers),
    receipt: receipt === undefined ? null : { ...placeOf(receipt), also: receipt.also ?? [] },
    success: written?.success ?? {},
    ...bodyOf(written ?? {}),
    ticket: ticket === undefined ? null : placeOf(ticket),
    outcome: outcome === undefined ? null : outcomeOf(outcome),
  };
}

function outcomeOf(written: NonNullable<NonNullable<Written["answer"]>["outcome"]>): Outcome {
  return {
    by: written.by,
    request: written.request === undefined ? null : routeOf(written.request),
    event: written.event ?? null,
    ...(written.ticket === undefined ? {} : { ticket: written.ticket }),
    at: written.at ?? "",
    pending: written.pending ?? [],
    succeeded: written.succeeded ?? [],
    failed: written.failed ?? [],
    ...(written.failure === undefined ? {} : { failure: written.failure }),
    receipt: written.receipt ?? null,
    takesMs: parseDuration(written.takes ?? "2s"),
    ...bodyOf(written),
  };
}

function effectOf(written: Written["effect"], answer: AnswerShape): EffectShape {
  const id = written?.id ?? "{{sequence}}";
  return {
    id: typeof id === "string" ? { from: null, otherwise: id } : { from: id.from, otherwise: id.otherwise },
    representation: written?.representation ?? answer.body ?? {},
  };
}

function settlesOf(
  written: Written["settlesWithin"],
  pointer: string,
  silence: Silence,
): Stated<number | null> {
  if (written === undefined || written === "unpublished") return { promised: null, enacted: null };
  return silence.stated<number | null>(pointer, parseDuration(written), null);
}

function errorOf(written: NonNullable<Written["errors"]>[number]): DeclaredError {
  return {
    name: written.name ?? String(written.status),
    status: written.status,
    headers: texts(written.headers),
    ...bodyOf(written),
    when: { body: written.when?.body ?? {}, headers: texts(written.when?.headers) },
    effect: written.effect,
    next: written.next,
    after: (written.after ?? []).map(waitOf),
  };
}

function waitOf(written: NonNullable<NonNullable<Written["errors"]>[number]["after"]>[number]): Wait {
  if (written.fixed !== undefined) return { fixedMs: parseDuration(written.fixed) };
  const formats =
    written.format === undefined ? ["seconds" as const, "httpDate" as const] : listed(written.format);
  return written.header === undefined
    ? { pointer: written.pointer ?? "", formats }
    : { header: written.header, formats };
}

function compensationOf(written: Written["compensation"]): Operation["compensation"] {
  if (written === undefined || written === "none") return null;
  return {
    operation: written.operation,
    windowMs: written.window === undefined ? null : parseDuration(written.window),
  };
}
