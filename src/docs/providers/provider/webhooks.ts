import { parseDuration } from "../../../core/duration.js";
import { isObject, type Json, type JsonObject } from "../../../core/json.js";
import { code, enumerated, type Inline, type Row, type Text } from "../page/content.js";
import type { Subject } from "../subject.js";
import { durationInWords, fieldInWords, notDocumented, placeInWords, valueText } from "../words.js";

/** Whether events can come twice or out of order, in two sentences. */
export function eventAnswers({ webhooks, evidence }: Subject): Text[] {
  if (webhooks === null) return [["The contract declares no webhooks."]];
  return [
    evidence.state("/webhooks/duplicates", ...duplicates(webhooks)),
    evidence.state("/webhooks/order", ...order(webhooks)),
  ];
}

/** Everything declared about webhooks, one row each; empty when there are none. */
export function webhookRows({ webhooks, evidence }: Subject): Row[] {
  if (webhooks === null) return [];
  const row = (what: string, name: string, says: Inline[]): Row => ({
    cells: [[what], evidence.state(`/webhooks/${name}`, ...says)],
  });
  const { events } = webhooks;
  const names = isObject(events) ? Object.keys(events) : [];
  return [
    row(
      "Events",
      "events",
      enumerated(
        names.map((name): Text => [code(name)]),
        "and",
      ),
    ),
    row("Delivered as", "method", [
      code(`${text(webhooks["method"], "POST")} ${text(webhooks["contentType"], "application/json")}`),
    ]),
    row("What to deduplicate on", "identity", placed(webhooks["identity"])),
    row("Twice?", "duplicates", duplicates(webhooks)),
    row("In order?", "order", order(webhooks)),
    row("Signed", "signature", signature(webhooks["signature"])),
    row("Your answer", "acknowledge", acknowledge(webhooks["acknowledge"])),
    row("Sent again", "redelivery", redelivery(webhooks["redelivery"])),
    row("An event kind you do not know", "unknownKind", unknownKind(webhooks["unknownKind"])),
  ];
}

function duplicates(webhooks: JsonObject): Inline[] {
  const identity = placed(webhooks["identity"]);
  const stated = webhooks["duplicates"];
  if (stated === undefined)
    return [
      "Whether an event can come twice: ",
      notDocumented,
      ". Count on it, and deduplicate on ",
      ...identity,
      ".",
    ];
  if (stated === "atLeastOnce")
    return ["An event can come more than once: deduplicate on ", ...identity, "."];
  return [
    stated === "atMostOnce"
      ? "An event comes once or, when it is lost, never."
      : "An event comes exactly once.",
  ];
}

function order(webhooks: JsonObject): Inline[] {
  const stated = webhooks["order"];
  if (isObject(stated)) {
    return [
      "They can arrive out of order; which is newer tells ",
      ...fieldInWords(text(stated["age"], "")),
      ", for each ",
      ...fieldInWords(text(stated["per"], "")),
      ".",
    ];
  }
  return stated === "none"
    ? [
        "They can arrive out of order, and nothing in them tells which is newer: read the current state instead.",
      ]
    : ["Whether they keep their order: ", notDocumented, ". Do not count on it."];
}

function placed(value: Json | undefined): Inline[] {
  if (!isObject(value)) return [notDocumented];
  const isHeader = value["in"] === "header";
  return placeInWords({
    in: isHeader ? "header" : "body",
    at: text(value[isHeader ? "name" : "pointer"], ""),
  });
}

function signature(value: Json | undefined): Inline[] {
  if (value === undefined) return [notDocumented];
  if (!isObject(value)) return ["Not at all: anybody who knows the address can send one."];
  const tolerance = isObject(value["tolerance"]) ? value["tolerance"]["past"] : undefined;
  const header: Inline[] =
    typeof value["header"] === "string" ? [", in the header ", code(value["header"])] : [];
  const age: Inline[] =
    typeof tolerance !== "string"
      ? []
      : [
          tolerance === "unchecked"
            ? "; its age is not checked"
            : `; refuse one older than ${durationInWords(parseDuration(tolerance))}`,
        ];
  return [
    "With the scheme ",
    code(text(value["scheme"], "hmac")),
    ...header,
    ...age,
    ". Verify the bytes as they came, before reading them.",
  ];
}

function acknowledge(value: Json | undefined): Inline[] {
  const within = isObject(value) ? value["within"] : undefined;
  const success =
    isObject(value) && Array.isArray(value["success"]) ? value["success"].map(valueText).join(", ") : "2xx";
  return [
    "Success is ",
    code(success),
    ", ",
    ...(typeof within === "string"
      ? [`within ${durationInWords(parseDuration(within))}`]
      : ["within a time that is ", notDocumented]),
    ".",
  ];
}

function redelivery(value: Json | undefined): Inline[] {
  if (value === "none") return ["No: an event that you did not take is lost."];
  if (!isObject(value)) return [notDocumented];
  const when = Array.isArray(value["when"]) ? value["when"].map(valueText).join(", ") : null;
  const lasts = value["for"];
  return [
    when === null ? "Yes" : "Yes, after ",
    ...(when === null ? [] : [code(when)]),
    ...(typeof lasts === "string"
      ? [`, for ${durationInWords(parseDuration(lasts))}`]
      : [", for how long: ", notDocumented]),
    value["resigned"] === true ? "; each is signed anew." : ".",
  ];
}

function unknownKind(value: Json | undefined): Inline[] {
  if (value === undefined) return [notDocumented];
  return [value === "refuse" ? "Refuse it." : "Answer with success and do nothing."];
}

function text(value: Json | undefined, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}
