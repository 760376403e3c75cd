import type {
  Contract,
  Idempotency,
  Lookup,
  OAuth,
  Operation,
  TokenKind,
} from "../../../src/contract/model.js";
import { getAt } from "../../../src/core/pointer.js";
import { writes } from "./law.js";
import { withoutRequired } from "./laws/writing.js";

/** One way in which a provider can be another than its contract says. */
export interface Wrong {
  name: string;
  /** The law that must notice. */
  law: string;
  /** The operation as it is wrongly enacted; null when there is nothing here to get wrong. */
  change(operation: Operation, contract: Contract): Operation | null;
  /** The contract as it is wrongly enacted otherwise. */
  changeRest?(contract: Contract, operation: Operation): Contract;
}

const creates = ({ nature }: Operation): boolean => nature === "creates";

/** A change of how the key works, where there is one. */
function keyed(
  law: string,
  name: string,
  change: (idempotency: Idempotency, operation: Operation, contract: Contract) => Partial<Idempotency> | null,
): Wrong {
  return {
    name,
    law,
    change(operation, contract) {
      const { idempotency } = operation;
      if (idempotency === null || !writes(operation)) return null;
      const changed = change(idempotency, operation, contract);
      return changed === null ? null : { ...operation, idempotency: { ...idempotency, ...changed } };
    },
  };
}

/** A change of all lookups that there is something to change in. */
function lookedUp(
  law: string,
  name: string,
  change: (lookup: Lookup, operation: Operation, contract: Contract) => Partial<Lookup> | null,
): Wrong {
  return {
    name,
    law,
    change(operation, contract) {
      if (!writes(operation)) return null;
      let isChanged = false;
      const lookups = operation.lookups.map((lookup) => {
        const changed = change(lookup, operation, contract);
        isChanged ||= changed !== null;
        return { ...lookup, ...changed };
      });
      return isChanged ? { ...operation, lookups } : null;
    },
  };
}

/** A change of anything else in the operation. */
function otherwise(
  law: string,
  name: string,
  change: (operation: Operation) => Partial<Operation> | null,
): Wrong {
  return {
    name,
    law,
    change(operation) {
      const changed = writes(operation) ? change(operation) : null;
      return changed === null ? null : { ...operation, ...changed };
    },
  };
}

/** Whether there is something that the schema alone can refuse. */
function isChecked(operation: Operation): boolean {
  const { request } = operation;
  const ask = { payload: request.example.body, parameters: {}, key: null };
  return !request.body.includes("graphql") && withoutRequired(operation, ask) !== null;
}

/** Whether no other operation is looked up on the same route: there, only what is found says which of them is meant. */
function isOnlyOne({ request }: Lookup, operation: Operation, { operations }: Contract): boolean {
  return operations.every(
    (other) =>
      other === operation ||
      other.lookups.every(
        (one) => one.request.path !== request.path || one.request.method !== request.method,
      ),
  );
}

const teapot = { status: 418, headers: {} };

export const wrongs: readonly Wrong[] = [
  keyed("mismatch", "the payload is not compared", ({ fingerprint, mismatch }, { request }) =>
    fingerprint.includes("body") && mismatch.enacted !== "replay" && request.varies !== null
      ? { fingerprint: [] }
      : null,
  ),
  keyed("mismatch", "the payload is compared all the same", ({ fingerprint, is }, { request }) =>
    fingerprint.length === 0 && request.varies !== null && is === "key"
      ? { fingerprint: ["body"], mismatch: { promised: null, enacted: teapot } }
      : null,
  ),
  keyed("mismatch", "a mismatch is answered otherwise", ({ fingerprint, mismatch }, { request }) =>
    fingerprint.includes("body") && typeof mismatch.enacted === "object" && request.varies !== null
      ? { mismatch: { promised: null, enacted: teapot } }
      : null,
  ),
  keyed("replay", "the key is forgotten at once", ({ retention }, operation) =>
    operation.nature === "removes" ? null : { retention: { ...retention, is: "exact", forMs: 500 } },
  ),
  keyed("replay", "a repeat is answered otherwise", ({ replay }) => ({ replay: { ...replay, status: 418 } })),
  keyed("replay", "the key is read from elsewhere", ({ key }, operation) =>
    key.in === "path" || operation.nature === "removes"
      ? null
      : { key: { ...key, in: "query", name: "elsewhere", required: false } },
  ),
  keyed("retention", "the key is remembered half as long", ({ retention }, operation) =>
    retention.forMs === null || operation.nature === "removes"
      ? null
      : { retention: { ...retention, forMs: retention.forMs / 2 } },
  ),
  keyed("retention", "the key is remembered for ever", ({ retention }, operation) =>
    retention.forMs === null || operation.nature === "removes"
      ? null
      : { retention: { ...retention, is: "permanent", forMs: null } },
  ),
  keyed("in-flight", "a running request is answered otherwise", () => ({
    inFlight: { promised: null, enacted: teapot },
  })),
  keyed("scope", "the key means the same in every account", ({ scope }, _, { credentials }) =>
    credentials.scheme === "none" ||
    !scope.enacted.some((part) => part === "account" || part === "credential")
      ? null
      : {
          scope: {
            promised: null,
            enacted: scope.enacted.filter((part) => part !== "account" && part !== "credential"),
          },
        },
  ),
  keyed("memory", "failures are remembered though they are not, or the other way round", ({ remembers }) => ({
    remembers: {
      promised: null,
      enacted: remembers.enacted.includes("serverError")
        ? ["success"]
        : ["success", "clientError", "serverError"],
    },
  })),
  keyed(
    "memory",
    "an effect whose failure is forgotten is found again, or made again",
    ({ remembers, unremembered }, operation) =>
      creates(operation) && !remembers.enacted.includes("serverError")
        ? {
            unremembered: {
              ...unremembered,
              enacted: unremembered.enacted === "guarded" ? "runsAgain" : "guarded",
            },
          }
        : null,
  ),
  keyed("errors", "declared failures are remembered otherwise", ({ remembers }) => ({
    remembers: {
      promised: null,
      enacted: remembers.enacted.includes("serverError")
        ? ["success"]
        : ["success", "clientError", "serverError"],
    },
  })),
  keyed(
    "replay-of-what-is-gone",
    "a replay shows what was and not what is, or the other way round",
    ({ replay, is }) =>
      is === "key" && (replay.gives === "storedAnswer" || replay.gives === "currentState")
        ? { replay: { ...replay, gives: replay.gives === "storedAnswer" ? "currentState" : "storedAnswer" } }
        : null,
  ),
  keyed("key-shape", "keys of any length are taken", ({ key }) =>
    key.in !== "path" && key.maxLength !== null && key.maxLength < 4000 && key.pattern === null
      ? { key: { ...key, maxLength: null } }
      : null,
  ),
  keyed("key-shape", "a key must be there, or need not", ({ key }, { request }) =>
    key.in === "path" ||
    (key.in === "body" && getAt(request.example.body, key.name) !== undefined) ||
    key.in === "graphqlDirective"
      ? null
      : { key: { ...key, required: !key.required } },
  ),
  keyed(
    "order",
    "the content is looked at before the key, or after it",
    ({ checkedAfter, mismatch }, operation) =>
      isChecked(operation) && mismatch.enacted !== "newEffect"
        ? {
            checkedAfter: checkedAfter.includes("validation")
              ? checkedAfter.filter((check) => check !== "validation")
              : [...checkedAfter, "validation"],
          }
        : null,
  ),
  lookedUp("finds", "a lookup does not lag", ({ lag }) =>
    lag.typicallyMs > 0 ? { lag: { ...lag, typicallyMs: 0 } } : null,
  ),
  lookedUp("finds", "a lookup lags further behind", ({ lag }) => ({
    lag: { ...lag, typicallyMs: 10 * lag.typicallyMs + 60_000 },
  })),
  lookedUp("finds", "absence is answered otherwise", (lookup, operation, contract) =>
    lookup.items === null && isOnlyOne(lookup, operation, contract) ? { absent: teapot } : null,
  ),
  lookedUp("pages", "pages are smaller", ({ pages, items }) =>
    pages === null || items === null ? null : { pages: { ...pages, size: pages.size - 1 } },
  ),
  lookedUp("pages", "there is only one page", ({ pages, items }) =>
    pages === null || items === null ? null : { pages: null },
  ),
  lookedUp("matching", "a search is looser, or stricter", ({ by, items, matching }, { request }) =>
    by === "reference" && items !== null && request.reference !== null
      ? { matching: matching === "exact" ? "contains" : "exact" }
      : null,
  ),
  lookedUp("incomplete", "an incomplete answer is not marked", ({ incomplete, items }) =>
    Object.keys(incomplete).length > 0 && items !== null ? { incomplete: {} } : null,
  ),
  otherwise("writes", "the answer has another status", ({ answer }) => ({
    answer: { ...answer, status: 299 },
  })),
  otherwise("writes", "the answer lacks its receipt", ({ answer }) =>
    answer.receipt?.in === "body" ? { answer: { ...answer, body: {} } } : null,
  ),
  otherwise("writes", "the reference is not read", ({ request }) =>
    request.reference === null ? null : { request: { ...request, reference: null } },
  ),
  otherwise("finds", "what is read is not what was written", ({ effect, lookups }) =>
    lookups.length === 0 ? null : { effect: { ...effect, representation: { somethingElse: true } } },
  ),
  otherwise("content", "any content is taken", (operation) =>
    isChecked(operation) ? { request: { ...operation.request, schema: null, headers: {} } } : null,
  ),
  otherwise("repeats", "a repeated creation makes nothing new", (operation) =>
    creates(operation) && operation.idempotency === null ? { nature: "sets" } : null,
  ),
  otherwise("outcome", "an outcome comes later", ({ answer }) =>
    answer.outcome === null
      ? null
      : {
          answer: { ...answer, outcome: { ...answer.outcome, takesMs: 10 * answer.outcome.takesMs + 5000 } },
        },
  ),
  otherwise("outcome", "a success has the words of a failure", ({ answer: { outcome, ...answer } }) =>
    outcome?.by !== "poll" || outcome.failed.length === 0
      ? null
      : {
          answer: {
            ...answer,
            outcome: { ...outcome, succeeded: outcome.failed, failed: outcome.succeeded },
          },
        },
  ),
  {
    name: "a compensation takes nothing back",
    law: "compensation",
    change: (operation) => (operation.compensation === null ? null : { ...operation, compensation: null }),
    changeRest: (contract, { compensation }) => ({
      ...contract,
      operations: contract.operations.map((operation) =>
        operation.name === compensation?.operation ? { ...operation, nature: "creates" } : operation,
      ),
    }),
  },
  ofTokens("tokens", "an access token lasts longer", (oauth) => ({
    ...oauth,
    lifetimeMs: { ...oauth.lifetimeMs, enacted: oauth.lifetimeMs.enacted + 60_000 },
  })),
  ofTokens("tokens", "an expired token is refused in other words", (oauth) => ({
    ...oauth,
    expired: teapot,
  })),
  ofTokens("tokens", "a refresh rotates, or does not", ({ refresh, ...oauth }) => ({
    ...oauth,
    refresh: { ...refresh, rotates: { ...refresh.rotates, enacted: !refresh.rotates.enacted } },
  })),
  ofTokens("tokens", "the client names itself otherwise", ({ clientAuth, ...oauth }) => ({
    ...oauth,
    clientAuth: { ...clientAuth, enacted: clientAuth.enacted === "basic" ? "body" : "basic" },
  })),
  ofTokens("rotation", "a refresh ends the access token, or does not", ({ refresh, ...oauth }) => ({
    ...oauth,
    refresh: {
      ...refresh,
      invalidates: { ...refresh.invalidates, enacted: otherEnds(refresh.invalidates.enacted) },
    },
  })),
  ofTokens("rotation", "reuse has another consequence", ({ refresh, ...oauth }) =>
    // Where the old one stays good, showing it again is no reuse.
    refresh.rotates.enacted && refresh.invalidates.enacted.includes("refreshToken")
      ? {
          ...oauth,
          refresh: { ...refresh, reuse: { ...refresh.reuse, enacted: otherReuse(refresh.reuse.enacted) } },
        }
      : null,
  ),
  ofTokens("rotation", "there is no grace", ({ refresh, ...oauth }) =>
    refresh.graceMs.enacted > 0
      ? { ...oauth, refresh: { ...refresh, graceMs: { ...refresh.graceMs, enacted: 0 } } }
      : null,
  ),
  {
    name: "everybody is let in",
    law: "credentials",
    change: (operation, { credentials }) =>
      writes(operation) && credentials.scheme !== "none" ? operation : null,
    changeRest: (contract) => ({ ...contract, credentials: { ...contract.credentials, scheme: "none" } }),
  },
];

/** The contract with its tokens enacted wrongly, where it has some that can be got wrong in this way. */
function ofTokens(law: string, name: string, wrong: (oauth: OAuth) => OAuth | null): Wrong {
  return {
    name,
    law,
    change: (operation, { credentials: { oauth } }) =>
      oauth === null || wrong(oauth) === null ? null : operation,
    changeRest: (contract) => {
      const { oauth } = contract.credentials;
      return { ...contract, credentials: { ...contract.credentials, oauth: oauth && wrong(oauth) } };
    },
  };
}

function otherEnds(ends: readonly TokenKind[]): TokenKind[] {
  return ends.includes("accessToken")
    ? ends.filter((kind) => kind !== "accessToken")
    : [...ends, "accessToken"];
}

function otherReuse(reuse: OAuth["refresh"]["reuse"]["enacted"]): OAuth["refresh"]["reuse"]["enacted"] {
  return reuse === "revokesFamily" ? "refused" : "revokesFamily";
}

/** The contract with one of its operations enacted wrongly; null when there is nothing to get wrong. */
export function wrongly(wrong: Wrong, contract: Contract, operation: Operation): Contract | null {
  const changed = wrong.change(operation, contract);
  if (changed === null) return null;
  const rest = wrong.changeRest?.(contract, operation) ?? contract;
  return { ...rest, operations: rest.operations.map((one) => (one.name === operation.name ? changed : one)) };
}
