import type { Contract, CredentialPlace, Credentials } from "../src/contract/model.js";
import type { JsonObject } from "../src/core/json.js";
import { compileTemplate } from "../src/core/template.js";
import type { Ids } from "./ids.js";
import { resolveIn } from "./names.js";
import { textOf } from "./values.js";

/** Who is calling, as the credential says. */
export interface Caller {
  account: string;
  credential: string;
}

/** What stands in the journal where a secret stood. */
export const mask = "[masked]";

interface Presented {
  headers: Record<string, string>;
  query: Record<string, string>;
}

const maskedHeaders = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

/**
 * The two accounts of a world, what was issued to them, and who a request comes from. The access tokens of the scheme
 * `oauth2` are issued at the start and do not expire.
 */
export class Accounts {
  readonly first: JsonObject;
  readonly second: JsonObject;
  readonly #credentials: Credentials;
  readonly #places: CredentialPlace[];
  readonly #callers = new Map<string, Caller>();
  readonly #secrets = new Set<string>();
  readonly #maskedHeaders = new Set(maskedHeaders);
  readonly #maskedQuery = new Set<string>();

  constructor(contract: Contract, ids: Ids) {
    const { credentials } = contract;
    this.#credentials = credentials;
    this.#places = places(credentials);
    for (const { in: where, name } of this.#places) {
      if (where === "header") this.#maskedHeaders.add(name.toLowerCase());
      else this.#maskedQuery.add(name);
    }
    const named = accountOfExample(contract);
    this.first = this.#issue(named ?? "acct_1", ids);
    this.second = this.#issue(named === null ? "acct_2" : `${named}-2`, ids);
  }

  /** The account's name: what `{ in: header }` and `{ in: path }` compare, and what effects belong to. */
  accountOf(which: "first" | "second"): string {
    return textOf(this[which]["account"]) ?? "";
  }

  /** Who a request comes from, by its credential; null when it has none that was issued. */
  identify(presented: Presented): Caller | null {
    if (this.#credentials.scheme === "none") return this.#withoutCredential(presented);
    const { parts, scheme } = this.#credentials;
    if (parts.length > 1 && scheme !== "basic") {
      const values = this.#places.map((place) => valueAt(place, presented));
      return this.#callers.get(values.join("\0")) ?? null;
    }
    for (const place of this.#places) {
      const value = valueAt(place, presented);
      const caller =
        value === null ? undefined : this.#callers.get(scheme === "basic" ? decode(value) : value);
      if (caller !== undefined) return caller;
    }
    return null;
  }

  /** Why the account that the request names is not the caller's; null when it names none, or the right one. */
  accountProblem(caller: Caller, presented: Presented, parameters: Record<string, string>): string | null {
    const { account } = this.#credentials;
    if (account.in === "credential") return null;
    const named =
      account.in === "header" ? presented.headers[account.name.toLowerCase()] : parameters[account.name];
    if (named === caller.account) return null;
    if (named === undefined) return account.in === "path" ? null : `The header ${account.name} is missing.`;
    return `The credential does not belong to the account '${named}'.`;
  }

  /** A header's value as the journal may hold it. */
  maskHeader(name: string, value: string): string {
    if (this.#maskedHeaders.has(name)) {
      const scheme = /^[A-Za-z]+ /.exec(value)?.[0] ?? "";
      return `${scheme}${mask}`;
    }
    return this.#secrets.has(value) ? mask : value;
  }

  /** Query parameters as the journal may hold them. */
  maskQuery(query: Record<string, string>): Record<string, string> {
    const names = Object.keys(query);
    if (!names.some((name) => this.#maskedQuery.has(name) || this.#secrets.has(query[name] ?? "")))
      return query;
    return Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        this.#maskedQuery.has(name) || this.#secrets.has(value) ? mask : value,
      ]),
    );
  }

  #issue(account: string, ids: Ids): JsonObject {
    const { format, parts, scheme } = this.#credentials;
    if (scheme === "none") return { account };
    const template = compileTemplate(format);
    const resolve = resolveIn({ ids, now: 0, baseUrl: "", operation: "credentials" });
    const values = parts.map(() => textOf(template(resolve)) ?? "");
    for (const value of values) this.#secrets.add(value);
    this.#callers.set(values.join("\0"), { account, credential: values.join(":") });
    return { ...Object.fromEntries(parts.map((part, index) => [part, values[index] ?? ""])), account };
  }

  #withoutCredential({ headers }: Presented): Caller {
    const { account } = this.#credentials;
    const named = account.in === "header" ? headers[account.name.toLowerCase()] : undefined;
    const second = this.accountOf("second");
    return { account: named === second ? second : this.accountOf("first"), credential: "" };
  }
}

function places({ scheme, accepts }: Credentials): CredentialPlace[] {
  if (scheme === "none") return [];
  if (accepts.length > 0) return accepts;
  const prefix = scheme === "bearer" ? ["Bearer "] : scheme === "basic" ? ["Basic "] : [];
  return [{ in: "header", name: "Authorization", prefix }];
}

function valueAt(place: CredentialPlace, { headers, query }: Presented): string | null {
  const value = place.in === "header" ? headers[place.name.toLowerCase()] : query[place.name];
  if (value === undefined) return null;
  if (place.prefix.length === 0) return value;
  // The name of an authentication scheme is case-insensitive: RFC 9110, section 11.1.
  const prefix = place.prefix.find(
    (text) => value.slice(0, text.length).toLowerCase() === text.toLowerCase(),
  );
  return prefix === undefined ? null : value.slice(prefix.length).trim();
}

/** Basic credentials, both parts in the order in which they are issued: RFC 7617. */
function decode(value: string): string {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? text : `${text.slice(0, colon)}\0${text.slice(colon + 1)}`;
}

/** The account that the examples name, so that they work as they are. */
function accountOfExample({ credentials, operations }: Contract): string | null {
  const { account } = credentials;
  if (account.in === "credential") return null;
  for (const { request } of operations) {
    const value = request.example[account.in === "path" ? "path" : "headers"][account.name];
    if (value !== undefined && !value.includes("{{")) return value;
  }
  return null;
}
