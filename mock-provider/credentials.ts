import type { Contract, CredentialPlace, Credentials, OAuth } from "../src/contract/model.js";
import type { Json, JsonObject } from "../src/core/json.js";
import { compileTemplate } from "../src/core/template.js";
import type { Ids } from "./ids.js";
import { mask } from "../src/core/mask.js";
import { resolveIn } from "./names.js";
import { parameterIn, type Client } from "./token-request.js";
import { Tokens, type Token, type TokenSource } from "./tokens.js";
import { textOf } from "./values.js";

/** Who is calling, as the credential says. */
export interface Caller {
  account: string;
  credential: string;
  /** Of OAuth: the access token that was shown, whether it is still good or not. */
  token?: Token;
}

interface Presented {
  headers: Record<string, string>;
  query: Record<string, string>;
}

const maskedHeaders = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

/** What is shorter is a word such as `null` rather than a credential. */
const leastPresented = 8;
const mostPresented = 100;

/** The token endpoint's own: its client, what the contract says of tokens, and all that were issued. */
export interface Grant {
  client: Client;
  oauth: OAuth;
  tokens: Tokens;
}

const anyRefreshToken = "rt_{{alphanumeric 40}}";

/** The two accounts of a world, what was issued to them, and who a request comes from. */
export class Accounts {
  readonly first: JsonObject;
  readonly second: JsonObject;
  readonly #credentials: Credentials;
  readonly #places: CredentialPlace[];
  readonly #callers = new Map<string, Caller>();
  readonly #secrets = new Set<string>();
  readonly #maskedHeaders = new Set(maskedHeaders);
  readonly #maskedQuery = new Set<string>();
  readonly #presented = new Set<string>();
  readonly #grant: Grant | null;
  readonly #ids: Ids;

  constructor(contract: Contract, ids: Ids, source: Omit<TokenSource, "draw">) {
    const { credentials } = contract;
    this.#credentials = credentials;
    this.#ids = ids;
    this.#grant = this.#grantOf(credentials.oauth, source);
    this.#places = places(credentials);
    for (const { in: where, name } of this.#places) {
      if (where === "header") this.#maskedHeaders.add(name.toLowerCase());
      else this.#maskedQuery.add(name);
    }
    const named = accountOfExample(contract);
    this.first = this.#issue(named ?? "acct_1");
    this.second = this.#issue(named === null ? "acct_2" : `${named}-2`);
  }

  /** What the token endpoint works with; only where the contract has one. */
  grant(): Grant {
    if (this.#grant === null) throw new Error("The contract has no token endpoint.");
    return this.#grant;
  }

  /** The path of the token endpoint; null when the contract has none. */
  get tokenPath(): string | null {
    return this.#grant === null ? null : new URL(this.#grant.oauth.tokenUrl, "http://any").pathname;
  }

  /** Tells the accounts where the token endpoint is, once the port is known. */
  openAt(baseUrl: string): void {
    if (this.tokenPath === null) return;
    for (const issued of [this.first, this.second]) issued["tokenUrl"] = `${baseUrl}${this.tokenPath}`;
  }

  /** Everything that was issued so far and is nobody's business, also as Basic authentication sends it. */
  secrets(): string[] {
    if (this.#grant === null) return [...this.#secrets];
    const { client, tokens } = this.#grant;
    const pair = Buffer.from(`${client.id}:${client.secret}`).toString("base64");
    return [...this.#secrets, ...tokens.secrets(), client.secret, pair];
  }

  /** Makes the tokens what they were at the start, as after a reset. */
  reset(): void {
    if (this.#grant === null) return;
    this.#grant.tokens.clear();
    for (const issued of [this.first, this.second]) this.#startTokens(this.#grant, issued);
  }

  /** The account's name: what `{ in: header }` and `{ in: path }` compare, and what effects belong to. */
  accountOf(which: "first" | "second"): string {
    return textOf(this[which]["account"]) ?? "";
  }

  /** Who a request comes from, by its credential; null when it has none that was issued. */
  identify(presented: Presented): Caller | null {
    if (this.#credentials.scheme === "none") return this.#withoutCredential(presented);
    if (this.#grant !== null) return this.#identifyToken(this.#grant.tokens, presented);
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

  /** The refresh token that a request to the token endpoint shows; undefined when it shows none that was issued. */
  refreshing(body: Json): Token | undefined {
    return this.#grant?.tokens.find(parameterIn(body, "refresh_token") ?? "", "refreshToken");
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
      this.#note(value.slice(scheme.length));
      return `${scheme}${mask}`;
    }
    return this.#isSecret(value) ? mask : value;
  }

  /** Query parameters as the journal may hold them. */
  maskQuery(query: Record<string, string>): Record<string, string> {
    const names = Object.keys(query);
    if (!names.some((name) => this.#maskedQuery.has(name) || this.#isSecret(query[name] ?? ""))) return query;
    for (const name of this.#maskedQuery) this.#note(query[name] ?? "");
    return Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        this.#maskedQuery.has(name) || this.#isSecret(value) ? mask : value,
      ]),
    );
  }

  /** What clients presented as credentials, issued here or not: a real one may be among them. */
  presented(): string[] {
    return [...this.#presented];
  }

  #note(value: string): void {
    if (value.length < leastPresented || this.#presented.has(value)) return;
    if (this.#presented.size >= mostPresented) this.#presented.clear();
    this.#presented.add(value);
  }

  #isSecret(value: string): boolean {
    if (this.#secrets.has(value)) return true;
    return this.#grant !== null && this.#grant.tokens.isIssued(value);
  }

  #grantOf(oauth: OAuth | null, source: Omit<TokenSource, "draw">): Grant | null {
    if (oauth === null) return null;
    const client = { id: this.#draw("{{hex 32}}"), secret: this.#draw("{{alphanumeric 40}}") };
    const { format } = this.#credentials;
    const tokens = new Tokens(oauth, {
      now: () => source.now(),
      record: (entry) => source.record(entry),
      draw: (type) => this.#draw(type === "accessToken" ? format : anyRefreshToken),
    });
    return { client, oauth, tokens };
  }

  #draw(template: string): string {
    const resolve = resolveIn({ ids: this.#ids, now: 0, baseUrl: "", operation: "credentials" });
    return textOf(compileTemplate(template)(resolve)) ?? "";
  }

  #issue(account: string): JsonObject {
    const { format, parts, scheme } = this.#credentials;
    if (scheme === "none") return { account };
    if (this.#grant !== null) return this.#startTokens(this.#grant, { account });
    const values = parts.map(() => this.#draw(format));
    for (const value of values) this.#secrets.add(value);
    this.#callers.set(values.join("\0"), { account, credential: values.join(":") });
    return { ...Object.fromEntries(parts.map((part, index) => [part, values[index] ?? ""])), account };
  }

  /** Issues the pair of an account, with the secrets that it has already where it has some. */
  #startTokens({ client, tokens }: Grant, issued: JsonObject): JsonObject {
    const part = this.#credentials.parts[0] ?? "accessToken";
    const [access, refresh] = [textOf(issued[part]), textOf(issued["refreshToken"])];
    const known = access === null || refresh === null ? undefined : { access, refresh };
    const pair = tokens.start(textOf(issued["account"]) ?? "", known);
    issued["clientId"] = client.id;
    issued["clientSecret"] = client.secret;
    issued[part] = pair.access.secret;
    issued["refreshToken"] = pair.refresh.secret;
    return issued;
  }

  #identifyToken(tokens: Tokens, presented: Presented): Caller | null {
    for (const place of this.#places) {
      const token = tokens.find(valueAt(place, presented) ?? "", "accessToken");
      // The connection to the account stays the same however often its token is refreshed.
      if (token !== undefined) return { account: token.account, credential: token.family, token };
    }
    return null;
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
