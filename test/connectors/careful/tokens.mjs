import { setTimeout as sleep } from "node:timers/promises";
import { fits } from "./answers.mjs";
import { Ledger } from "./ledger.mjs";

/**
 * The OAuth tokens of one account, shared by all processes that work for it. They are on disk before they are used, and
 * renewed by one process at a time: whoever holds the lease. A refresh is a write. That it was asked for is written down
 * before it leaves, since its answer can be lost and its token may not be usable a second time.
 *
 *   good ──▶ asked ──▶ good        a new token, on disk
 *              ├──────▶ rejected   the access was taken back: a person has to give it anew
 *              └──────▶ lost       nobody knows whether the refresh token is still good, and trying it is not allowed
 */
export class Tokens {
  /** Attempts at one refresh, lost ones among them. */
  attempts = 3;
  /** The grace is not used up to its last moments: requests take time, and clocks differ. */
  graceMarginMs = 5000;

  constructor({ world, contract, send, directory }) {
    this.world = world;
    this.oauth = contract.credentials.oauth;
    this.part = contract.credentials.parts[0];
    this.place = contract.credentials.accepts[0];
    this.send = send;
    this.store = this.openStore(directory);
  }

  openStore(directory) {
    return new Ledger(directory);
  }

  /** The record on disk; made from what was issued at the start when there is none yet. */
  read() {
    const { account, refreshToken, [this.part]: accessToken } = this.world.credentials;
    const there = this.store.find("token", this.owner());
    if (there !== undefined) return there;
    const fresh = {
      operation: "token",
      businessKey: account,
      accessToken,
      refreshToken,
      state: "good",
      askedAt: null,
      asked: 0,
      reason: null,
    };
    if (this.store.insert(fresh, 0)) this.store.release(fresh);
    return this.store.find("token", this.owner());
  }

  owner() {
    return this.world.credentials.account;
  }

  current() {
    return this.read().accessToken;
  }

  /** Why no access token can be got any more without a person; null when one can. */
  trouble() {
    const { state, reason } = this.read();
    return state === "rejected" || state === "lost" ? reason : null;
  }

  /** A request that bears the token; the place is the contract's. */
  bearing(request, accessToken) {
    const { in: where, name, prefix } = this.place;
    const value = `${prefix[0] ?? ""}${accessToken}`;
    if (where === "query") request.url.searchParams.set(name, value);
    else request.headers[name] = value;
    return request;
  }

  /** Whether an answer is the provider's own word that the token is no longer good. */
  saysExpired(answer) {
    return answer.status !== null && fits(this.oauth.expired, answer);
  }

  /** Gets another access token than this one; false when there is none to be had now. */
  async renew(used, clock) {
    for (;;) {
      const record = this.read();
      if (record.accessToken !== used) return true;
      if (record.state === "rejected" || record.state === "lost") return false;
      if (!this.claim(record, clock)) {
        if (!this.mayWait(clock)) return false;
        await sleep(this.world.timing.retryDelayMs / 2);
        continue;
      }
      try {
        return record.accessToken !== used || (await this.refresh(record, clock));
      } finally {
        this.store.release(record);
      }
    }
  }

  claim(record, clock) {
    return this.store.claim(record, clock.now(), clock.now() + 2 * this.world.timing.budgetMs);
  }

  mayWait(clock) {
    const { timeoutMs, budgetMs } = this.world.timing;
    return clock.elapsed() + 2 * timeoutMs < budgetMs;
  }

  /** In our hands alone: asks until there is an answer, or until nothing more may be asked. */
  async refresh(record, clock) {
    for (let attempt = 1; ; attempt += 1) {
      if (record.state === "asked" && !this.mayAskAgain(record, clock)) return this.onLost(record);
      this.beforeAsking(record, clock);
      const answer = await this.send(this.refreshRequest(record));
      if (this.takeDown(record, answer)) return true;
      if (record.state !== "asked" || attempt === this.attempts || !this.mayWait(clock)) return false;
      await sleep(this.world.timing.retryDelayMs * 2 ** attempt);
    }
  }

  beforeAsking(record, clock) {
    this.save(record, { state: "asked", askedAt: record.askedAt ?? clock.now() });
  }

  /** Whether the refresh token may be shown once more though an earlier answer is missing. */
  mayAskAgain({ askedAt }, clock) {
    const { rotates, invalidates, graceMs, reuse } = this.oauth.refresh;
    if (rotates.promised === false || reuse.promised === "accepted") return true;
    if (invalidates.promised !== null && !invalidates.promised.includes("refreshToken")) return true;
    return graceMs.promised !== null && clock.now() - askedAt < graceMs.promised - this.graceMarginMs;
  }

  /** True when there is a new token. */
  takeDown(record, answer) {
    const { access_token: accessToken, refresh_token: refreshToken, error } = answer.body ?? {};
    if (answer.status === 200 && typeof accessToken === "string") {
      this.onGiven(record, accessToken, refreshToken ?? record.refreshToken);
      return true;
    }
    if (answer.status === null && answer.neverLeft) this.save(record, { state: "good", askedAt: null });
    else if (this.isRejection(answer, error)) this.onRejected(record, error);
    return false;
  }

  isRejection({ status }, error) {
    return (status === 400 || status === 401) && typeof error === "string";
  }

  onGiven(record, accessToken, refreshToken) {
    this.save(record, { accessToken, refreshToken, state: "good", askedAt: null });
  }

  onRejected(record, error) {
    this.save(record, { state: "rejected", reason: `the access has to be given anew (${error})` });
  }

  onLost(record) {
    this.save(record, {
      state: "lost",
      reason: "the answer to a refresh was lost: the access may have to be given anew",
    });
    return false;
  }

  save(record, changes) {
    Object.assign(record, changes);
    this.store.save(record);
  }

  refreshRequest({ refreshToken }) {
    const { clientId, clientSecret, tokenUrl } = this.world.credentials;
    const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
    const headers = { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" };
    if (this.oauth.clientAuth.enacted === "basic") {
      const pair = [clientId, clientSecret].map(encodeURIComponent).join(":");
      headers.Authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    } else {
      form.set("client_id", clientId);
      if (this.oauth.clientAuth.enacted === "body") form.set("client_secret", clientSecret);
    }
    const body = form.toString();
    headers["Content-Length"] = Buffer.byteLength(body);
    return { method: "POST", url: new URL(tokenUrl), headers, body };
  }
}
