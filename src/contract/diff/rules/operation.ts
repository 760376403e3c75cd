import { isObject } from "../../../core/json.js";
import { breaking, harmless, review, type Judge, type RuleTable } from "../change.js";
import { isSame } from "../is-same.js";
import { always, answerBody, isAbsent, members, presence, size } from "./judges.js";

const at = "operations.*";

const nature: Judge = ({ before, after }) => {
  if (after === "creates") return breaking("A repeat now creates another effect.");
  if (after === "reads") return harmless("It only reads now.");
  return before === "reads"
    ? breaking("What only read now writes.")
    : review("A repeat means something else: see what connectors make of it.");
};

const answer: Judge = ({ before, after }) => {
  if (!isObject(before) || !isObject(after) || before["is"] === after["is"]) return null;
  return after["is"] === "acknowledgement"
    ? breaking("A success is only an acknowledgement now: to report it as done would be a guess.")
    : breaking("A success is a receipt now: connectors that await an outcome wait for nothing.");
};

const receipt: Judge = ({ before, after }) => {
  if (isAbsent(before)) return harmless("The answer now names the effect.");
  if (!isObject(before) || !isObject(after)) return breaking("The answer no longer names the effect.");
  if (before["in"] !== after["in"] || before["at"] !== after["at"]) {
    return breaking("The receipt stands elsewhere in the answer.");
  }
  return review("The effect has other true names beside its receipt: see who uses them.");
};

const success: Judge = ({ before, after }) => {
  if (isObject(after) && isObject(before) && Object.keys(after).length === 0) {
    return review("The status alone says that it succeeded: see what connectors still check.");
  }
  return breaking("Success is told by something else: connectors may take a failure for one.");
};

const headers: Judge = ({ before, after }) => {
  if (!isObject(before) || !isObject(after)) return null;
  const stricter = Object.entries(after).some(
    ([name, value]) =>
      !Object.hasOwn(before, name) || (value !== null && !isSame(before[name] ?? null, value)),
  );
  return stricter
    ? breaking("The provider insists on another header: requests without it are refused.")
    : harmless("The provider insists on fewer headers.");
};

const schema: Judge = ({ before, after }) => {
  if (isAbsent(after)) return harmless("The request is no longer held against a schema.");
  if (!isObject(after)) return null;
  const old = isObject(before) ? requiredBy(before) : [];
  const demanded = requiredBy(after).some((name) => !old.includes(name));
  if (demanded) return breaking("The request must have another field.");
  return isAbsent(before)
    ? review("The request is now held against a schema.")
    : review("The request is held against another schema: see whether what is sent fits.");
};

function requiredBy(schemaObject: Record<string, unknown>): string[] {
  const { required } = schemaObject;
  return Array.isArray(required) ? required.map(String) : [];
}

const effectId: Judge = ({ before, after }) => {
  if (!isObject(before) || !isObject(after)) return null;
  if (isSame(before["from"] ?? null, after["from"] ?? null))
    return review("Ids look otherwise: see who checks or stores them.");
  return isAbsent(before["from"])
    ? harmless("The client may choose the id.")
    : breaking("The id is no longer taken from there in the request.");
};

/** What an operation is and asks for. */
export const operationRules: RuleTable = [
  [
    at,
    presence({
      added: harmless("Another operation is described."),
      removed: breaking("The operation is gone."),
    }),
  ],
  [`${at}.summary`, always(harmless("Only the words for people change."))],
  [`${at}.nature`, nature],
  [`${at}.request.method`, always(breaking("The request has another method."))],
  [`${at}.request.path`, always(breaking("The request has another path."))],
  [`${at}.request.query`, always(breaking("The request has other query parameters."))],
  [`${at}.request.match`, always(breaking("The operation is told apart by something else."))],
  [
    `${at}.request.body`,
    members({
      added: harmless("Another kind of body is accepted, too."),
      removed: breaking("A kind of body is no longer accepted."),
    }),
  ],
  [`${at}.request.headers`, headers],
  [`${at}.request.schema`, schema],
  [
    `${at}.request.reference`,
    presence({
      added: harmless("The name of one’s own record can travel with the request."),
      removed: breaking("The name of one’s own record no longer travels with the request."),
      changed: breaking("The name of one’s own record travels elsewhere."),
    }),
  ],
  [`${at}.request.example`, always(harmless("Only the example changes."))],
  [`${at}.request.varies`, always(harmless("Only what checks vary changes."))],
  [`${at}.answer`, answer],
  [`${at}.answer.status`, always(review("A success has another status: see who compares it."))],
  [`${at}.answer.headers`, always(review("A success has other headers: see who reads them."))],
  [`${at}.answer.receipt`, receipt],
  [`${at}.answer.success`, success],
  [`${at}.answer.body`, answerBody],
  [
    `${at}.answer.ticket`,
    presence({
      added: harmless("The acknowledgement now says what to ask by."),
      removed: breaking("The acknowledgement no longer says what to ask by."),
      changed: breaking("What to ask by stands elsewhere."),
    }),
  ],
  [
    `${at}.answer.outcome`,
    presence({
      added: harmless("It is now said how the outcome becomes known."),
      removed: breaking("It is no longer said how the outcome becomes known."),
    }),
  ],
  [`${at}.answer.outcome.by`, always(breaking("The outcome becomes known in another way."))],
  [`${at}.answer.outcome.request`, always(breaking("The outcome is asked for otherwise."))],
  [`${at}.answer.outcome.event`, always(breaking("The outcome comes as another event."))],
  [`${at}.answer.outcome.ticket`, always(breaking("The event names what it is about elsewhere."))],
  [`${at}.answer.outcome.at`, always(breaking("The outcome stands elsewhere."))],
  [`${at}.answer.outcome.receipt`, always(breaking("The receipt stands elsewhere in the outcome."))],
  [`${at}.answer.outcome.body`, answerBody],
  [
    `${at}.answer.outcome.takes`,
    size({
      larger: review("The outcome takes longer: see how long connectors wait."),
      smaller: harmless("The outcome comes sooner."),
    }),
  ],
  [`${at}.effect.id`, effectId],
  [`${at}.effect.representation`, answerBody],
  [
    `${at}.compensation`,
    presence({
      added: harmless("A surplus effect can be taken back."),
      removed: breaking("A surplus effect can no longer be taken back."),
    }),
  ],
  [`${at}.compensation.operation`, always(breaking("A surplus effect is taken back by another operation."))],
  [
    `${at}.compensation.window`,
    size({
      larger: harmless("A surplus effect can be taken back longer."),
      smaller: breaking("A surplus effect can be taken back for a shorter time only."),
    }),
  ],
  [`${at}.humanReconciliation`, always(harmless("Only what people are to do changes."))],
];
