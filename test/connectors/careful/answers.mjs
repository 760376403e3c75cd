import { getAt } from "../../../dist/src/core/pointer.js";
import { textOf } from "./text.mjs";
import { declaredWait } from "./waits.mjs";

/**
 * What an answer to a write says, in one word:
 *
 *   receipt       it exists, here is its id
 *   acknowledged  the intention arrived, here is a ticket
 *   not-sent      the request never left
 *   refused       no effect by this attempt; `final` when asking again is no use
 *   expired       the access token is no longer good; `certain` when that proves that this attempt did nothing
 *   in-flight     an earlier attempt under this key is still running
 *   mismatch      the key was used with something else
 *   taken         there is one already; `original` names it where the provider does
 *   ambiguous     it may or may not exist
 */
export function readAnswer(operation, answer, now, oauth = null) {
  const { idempotency } = operation;
  if (answer.status === null) {
    return { word: answer.neverLeft ? "not-sent" : "ambiguous", reason: answer.reason };
  }
  const reason = `status ${answer.status}`;
  const error = declaredError(operation, answer);
  const wait = error === undefined ? plainWait(answer, now) : declaredWait(error.after, answer, now);
  const isSuccess = answer.status >= 200 && answer.status < 300;
  if (isSuccess && error === undefined) {
    const success = readSuccess(operation, answer);
    if (success !== undefined) return success;
  }
  if (idempotency !== null) {
    // A natural key that is taken may look like one in flight: whichever it is, it has to be looked up.
    if (isTaken(idempotency, answer))
      return { word: "taken", original: originalIn(idempotency, answer), reason };
    if (fits(idempotency.inFlight.enacted, answer)) return { word: "in-flight", wait, reason };
    if (typeof idempotency.mismatch.enacted !== "string" && fits(idempotency.mismatch.enacted, answer)) {
      return { word: "mismatch", reason };
    }
  }
  if (oauth !== null && answer.status === 401 && error === undefined) {
    // Who else says 401 may say it of a write that took effect: something in between, for one.
    if (!fits(oauth.expired, answer)) return { word: "ambiguous", status: answer.status, wait, reason };
    return { word: "expired", certain: oauth.checkedBefore.promised !== null, status: answer.status, reason };
  }
  const effect = error?.effect ?? (answer.status >= 400 && answer.status < 500 ? "none" : "maybe");
  if (effect !== "none") return { word: "ambiguous", status: answer.status, error, wait, reason };
  const final = error === undefined || error.next === "stop" || error.next === "hold";
  return { word: "refused", final, wait, reason: error === undefined ? reason : `${error.name} (${reason})` };
}

function readSuccess(operation, answer) {
  const { answer: shape } = operation;
  for (const [pointer, expected] of Object.entries(shape.success)) {
    if (getAt(answer.body, pointer) !== expected) return undefined;
  }
  if (shape.is === "acknowledgement") {
    const ticket = nameAt(shape.ticket, answer);
    return ticket === undefined ? undefined : { word: "acknowledged", ticket };
  }
  if (shape.receipt === null) return answer.status === shape.status ? { word: "receipt" } : undefined;
  const reference = nameAt(shape.receipt, answer);
  return reference === undefined ? undefined : { word: "receipt", reference };
}

/** The entry of `errors:` that an answer is; one with conditions is told apart before one without. */
function declaredError(operation, answer) {
  const isThis = ({ when }) =>
    Object.entries(when.body).every(([pointer, value]) => getAt(answer.body, pointer) === value) &&
    Object.entries(when.headers).every(([name, value]) => answer.headers[name.toLowerCase()] === value);
  const conditions = ({ when }) => Object.keys(when.body).length + Object.keys(when.headers).length;
  return operation.errors
    .filter((error) => error.status === answer.status && isThis(error))
    .sort((a, b) => conditions(b) - conditions(a))[0];
}

function plainWait(answer, now) {
  return declaredWait([{ header: "Retry-After", formats: ["seconds", "httpDate"] }], answer, now);
}

function isTaken({ replay }, answer) {
  if (replay.gives !== "refusal" && replay.gives !== "refusalNamingOriginal") return false;
  return fits({ status: replay.status, body: replay.body }, answer);
}

function originalIn({ replay }, answer) {
  if (replay.original === null) return undefined;
  const { in: place, pointer, pattern } = replay.original;
  const value = place === "header" ? answer.headers[pointer.toLowerCase()] : getAt(answer.body, pointer);
  if (value === undefined) return undefined;
  return pattern === null ? textOf(value) : new RegExp(pattern).exec(textOf(value))?.[1];
}

/** The receipt or ticket at a place; undefined when nothing fit to be one is there. */
function nameAt(place, answer) {
  const value = place.in === "header" ? answer.headers[place.at.toLowerCase()] : getAt(answer.body, place.at);
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Whether an answer is what a template of the contract describes; what is filled in by the provider may be anything. */
export function fits({ status, body }, answer) {
  return status === answer.status && (body === undefined || fitsBody(body, answer.body));
}

function fitsBody(template, there) {
  if (typeof template === "string" && template.includes("{{")) return there !== undefined;
  if (template === null || typeof template !== "object") return template === there;
  return Object.entries(template).every(([name, inner]) => fitsBody(inner, there?.[name]));
}
