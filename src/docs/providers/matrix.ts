import type { Contract, Operation } from "../../contract/model.js";
import { canFind, retrySafety } from "../../contract/retry-safety.js";
import { Evidence } from "./evidence.js";
import { code, joined, type Inline, type Row, type Text } from "./page/content.js";
import { pageAddress } from "./page/plain-text.js";
import { durationInWords, fieldName, keyShape, notDocumented, safetyInWords } from "./words.js";

/** The headings of the comparison. */
export const matrixHead: readonly string[] = [
  "Provider and operation",
  "When an answer is lost",
  "Key",
  "Scope",
  "Remembered",
  "Same key, other request",
  "Same key, still running",
  "Answer",
  "Lookup after a lost answer, and its lag",
  "Codes that may be repeated",
];

/** One row of the comparison for each write of each contract. */
export function matrixRows(contracts: readonly Contract[]): Row[] {
  return contracts.flatMap((contract) => {
    const evidence = new Evidence(contract);
    return contract.operations
      .filter(({ nature }) => nature !== "reads")
      .map((operation) => matrixRow(contract, operation, evidence));
  });
}

function matrixRow(contract: Contract, operation: Operation, evidence: Evidence): Row {
  const { short, tone } = safetyInWords[retrySafety(operation)];
  const pointer = `/operations/${operation.name}`;
  const weak = (name: string): Inline[] => evidence.weakness(`${pointer}/${name}`);
  return {
    cells: [
      [
        { link: contract.provider.name, href: `${pageAddress(contract.id)}#${operation.name}` },
        " ",
        code(operation.name),
      ],
      [short],
      ...keyCells(operation, weak),
      [
        operation.answer.is === "receipt" ? "receipt" : "acknowledgement",
        ` (${operation.answer.status})`,
        ...weak("answer/is"),
      ],
      lookups(operation),
      retryCodes(operation),
    ],
    tone,
  };
}

function keyCells(operation: Operation, weak: (name: string) => Inline[]): Text[] {
  const { idempotency } = operation;
  if (idempotency === null) return [["none"], ["–"], ["–"], ["–"], ["–"]];
  const { key, scope, retention, mismatch, inFlight, fingerprint } = idempotency;
  const place = key.in === "body" ? fieldName(key.name) : key.name;
  const remembered: Inline[] =
    retention.is === "permanent" || retention.forMs === null
      ? ["for ever"]
      : retention.is === "unpublished"
        ? [notDocumented]
        : [`${retention.is === "floor" ? "at least " : ""}${durationInWords(retention.forMs)}`];
  const other = mismatch.promised;
  const otherRequest: Inline[] =
    other === null
      ? [notDocumented]
      : other === "newEffect"
        ? ["acts again"]
        : other === "replay" || fingerprint.length === 0
          ? ["not noticed"]
          : [code(String(other.status))];
  return [
    [
      `${key.in === "graphqlDirective" ? "directive" : key.in} `,
      code(place),
      key.maxLength === null && key.minLength === 1 ? "" : `, ${keyShape(key)}`,
      idempotency.is === "natural" ? " (natural: business data)" : "",
      ...weak("idempotency/key"),
    ],
    [
      ...(scope.promised === null ? [notDocumented] : [scope.promised.join(", ")]),
      ...weak("idempotency/scope"),
    ],
    [...remembered, ...weak("idempotency/retention")],
    [...otherRequest, ...weak("idempotency/mismatch")],
    [
      ...(inFlight.promised === null ? [notDocumented] : [code(String(inFlight.promised.status))]),
      ...weak("idempotency/inFlight"),
    ],
  ];
}

function lookups(operation: Operation): Text {
  const usable = operation.lookups.filter((lookup) => canFind(operation, lookup));
  if (usable.length === 0) return ["none"];
  return joined(
    usable.map((lookup): Text => {
      const most = lookup.lag.atMostMs.promised;
      const lag: Inline[] =
        most === null
          ? ["lag ", notDocumented]
          : [most === 0 ? "no lag" : `lag up to ${durationInWords(most)}`];
      return [lookup.by === "scan" ? "by listing" : `by ${lookup.by}`, " (", ...lag, ")"];
    }),
    ", ",
  );
}

function retryCodes(operation: Operation): Text {
  const repeatable = operation.errors.filter(
    ({ next, effect }) =>
      next === "retrySameKey" || (effect === "none" && (next === "retry" || next === "wait")),
  );
  const statuses = [...new Set(repeatable.map(({ status }) => status))].sort((a, b) => a - b);
  return statuses.length === 0
    ? ["none listed"]
    : joined(
        statuses.map((status): Text => [code(String(status))]),
        ", ",
      );
}
