import { parseDuration } from "../../core/duration.js";
import type { Static } from "../../core/schema.js";
import type { AnswerTemplate, Lookup, Pages } from "../model.js";
import type { lookup } from "../schema/lookup.js";
import type { Silence } from "./silence.js";
import { answerTemplate, routeOf } from "./values.js";

type Written = Static<typeof lookup>;

/** One way to find a prior effect; `notFound` words the absence when the contract does not. */
export function normaliseLookup(
  written: Written,
  pointer: string,
  notFound: AnswerTemplate,
  silence: Silence,
): Lookup {
  const items = written.items ?? null;
  return {
    by: written.by,
    request: routeOf(written.request),
    object: items === null ? (written.object ?? "") : null,
    absent: written.absent === undefined ? { ...notFound, status: 404 } : answerTemplate(written.absent, 404),
    ...(written.answer === undefined ? {} : { answer: written.answer }),
    items,
    matching: written.matching ?? "exact",
    lag: lagOf(written.lag, `${pointer}/lag`, silence),
    pages: written.pages === undefined ? null : pagesOf(written.pages),
    complete: silence.stated(`${pointer}/complete`, written.complete, true),
    incomplete: written.incomplete ?? {},
  };
}

function lagOf(written: Written["lag"], pointer: string, silence: Silence): Lookup["lag"] {
  if (typeof written === "string") {
    const lagMs = parseDuration(written);
    return { typicallyMs: lagMs, atMostMs: { promised: silence.at(pointer) ? null : lagMs, enacted: lagMs } };
  }
  const typicallyMs = written?.typically === undefined ? 0 : parseDuration(written.typically);
  const atMost = written?.atMost;
  if (atMost === undefined || atMost === "unpublished") {
    return { typicallyMs, atMostMs: { promised: null, enacted: typicallyMs } };
  }
  const atMostMs = parseDuration(atMost);
  const isSilent = silence.at(`${pointer}/atMost`);
  return { typicallyMs, atMostMs: { promised: isSilent ? null : atMostMs, enacted: atMostMs } };
}

function pagesOf(written: NonNullable<Written["pages"]>): Pages {
  const { cursor } = written;
  return {
    style: written.style,
    size: written.size ?? 100,
    next: written.next ?? null,
    parameter: written.parameter ?? "",
    ...(cursor?.from === "lastItem" ? { lastItem: cursor.pointer ?? "/id" } : {}),
    ...(written.sizeParameter === undefined ? {} : { sizeParameter: written.sizeParameter }),
  };
}
