import type { OAuth, TokenKind } from "../src/contract/model.js";
import type { ProviderEntry } from "../src/core/history.js";

/** One issued OAuth token, access or refresh. */
export interface Token {
  secret: string;
  /** What the journal calls it, e.g. `credential 3`. */
  id: string;
  type: TokenKind;
  account: string;
  /** Tokens that descend from one consent of one account: what a reuse may revoke at once. */
  family: string;
  /** On the provider's clock, ms since the epoch; null when it does not end by itself. */
  expiresAt: number | null;
  endedWhy: Extract<ProviderEntry, { kind: "credential-ended" }>["why"] | null;
  /** When a refresh token was first exchanged. */
  exchangedAt: number | null;
}

/** What a refresh gives. */
export interface Pair {
  access: Token;
  /** Null where the refresh token stays as it is. */
  refresh: Token | null;
}

/** What the tokens need of their provider. */
export interface TokenSource {
  now(): number;
  record(entry: ProviderEntry): void;
  /** A new secret that nobody has. */
  draw(type: TokenKind): string;
}

/** The OAuth tokens of a provider: issued, expired, rotated, revoked, each of it written down. */
export class Tokens {
  readonly #oauth: OAuth;
  readonly #source: TokenSource;
  readonly #bySecret = new Map<string, Token>();
  /** One at a time for each account, since an account that consents anew has another. */
  readonly #families = new Map<string, Token[]>();
  #issued = 0;

  constructor(oauth: OAuth, source: TokenSource) {
    this.#oauth = oauth;
    this.#source = source;
  }

  /** The pair that an account starts with; after a reset the same secrets again. */
  start(account: string, secrets?: { access: string; refresh: string }): { access: Token; refresh: Token } {
    this.#families.set(account, []);
    return {
      access: this.#issue("accessToken", account, null, null, secrets?.access),
      refresh: this.#issue("refreshToken", account, null, null, secrets?.refresh),
    };
  }

  /** Forgets every token that was issued. */
  clear(): void {
    this.#bySecret.clear();
    this.#families.clear();
    this.#issued = 0;
  }

  find(secret: string, type: TokenKind): Token | undefined {
    const token = this.#bySecret.get(secret);
    return token?.type === type ? token : undefined;
  }

  isIssued(secret: string): boolean {
    return this.#bySecret.has(secret);
  }

  /** Everything that was issued, for masking. */
  secrets(): string[] {
    return [...this.#bySecret.keys()];
  }

  isGood({ endedWhy, expiresAt }: Token): boolean {
    return endedWhy === null && (expiresAt === null || this.#source.now() < expiresAt);
  }

  /** The access tokens of an account expire now; with `revoked` everything that was issued to it ends. */
  expire(account: string, revoked: boolean): void {
    for (const token of this.#families.get(account) ?? []) {
      if (revoked) this.#end(token, "revoked", null);
      else if (token.type === "accessToken") this.#end(token, "expired", null);
    }
  }

  /** Exchanges a refresh token; null when the provider refuses it. */
  exchange(refresh: Token, request: number): Pair | null {
    const now = this.#source.now();
    const { refresh: does } = this.#oauth;
    if (!this.isGood(refresh) && !this.#isForgiven(refresh, now)) {
      const isReuse = refresh.endedWhy === "rotated";
      if (isReuse && does.reuse.enacted === "revokesFamily") {
        for (const token of this.#familyOf(refresh)) this.#end(token, "revoked", request);
      }
      return null;
    }
    refresh.exchangedAt ??= now;
    const { rotates, invalidates } = does;
    if (invalidates.enacted.includes("accessToken")) {
      for (const token of this.#familyOf(refresh)) {
        if (token.type === "accessToken" && this.isGood(token)) this.#end(token, "invalidated", request);
      }
    }
    if (rotates.enacted && invalidates.enacted.includes("refreshToken")) {
      this.#end(refresh, "rotated", request);
    }
    return {
      access: this.#issue("accessToken", refresh.account, refresh.id, request),
      refresh: rotates.enacted ? this.#issue("refreshToken", refresh.account, refresh.id, request) : null,
    };
  }

  /** A token that was exchanged already may be accepted again: always, or for a while in case the answer was lost. */
  #isForgiven({ endedWhy, exchangedAt }: Token, now: number): boolean {
    const { reuse, graceMs } = this.#oauth.refresh;
    if (endedWhy !== "rotated" || exchangedAt === null) return false;
    return reuse.enacted === "accepted" || now - exchangedAt < graceMs.enacted;
  }

  #familyOf({ family }: Token): Token[] {
    return this.#families.get(family) ?? [];
  }

  #issue(type: TokenKind, account: string, by: string | null, request: number | null, known?: string): Token {
    this.#issued += 1;
    const secret = known ?? this.#source.draw(type);
    const lifetimeMs = type === "accessToken" ? this.#oauth.lifetimeMs.enacted : null;
    const expiresAt = lifetimeMs === null ? null : this.#source.now() + lifetimeMs;
    const id = `credential ${this.#issued}`;
    const token: Token = {
      secret,
      id,
      type,
      account,
      family: account,
      expiresAt,
      endedWhy: null,
      exchangedAt: null,
    };
    this.#bySecret.set(secret, token);
    this.#families.get(account)?.push(token);
    this.#source.record({
      kind: "credential-issued",
      request,
      credential: id,
      type,
      account,
      by,
      expiresAt,
    });
    return token;
  }

  #end(token: Token, why: NonNullable<Token["endedWhy"]>, request: number | null): void {
    // The first end counts, but what is revoked may not be forgiven any more.
    if (token.endedWhy !== null && !(why === "revoked" && token.endedWhy === "rotated")) return;
    token.endedWhy = why;
    this.#source.record({ kind: "credential-ended", request, credential: token.id, why });
  }
}
