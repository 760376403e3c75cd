import type { Launch, Session } from "../drivers/driver.js";

/** Processes of one connector that wait for their next scenario, where the connector has the `reopen` capability. */
export class IdleSessions {
  readonly #sessions: Session[] = [];

  /** One of them, opened in another world; null when there is none that can be. */
  async take(launch: Launch): Promise<Session | null> {
    for (let session = this.#sessions.pop(); session !== undefined; session = this.#sessions.pop()) {
      if (await session.reopen(launch)) return session;
    }
    return null;
  }

  /** Keeps a process whose scenario is over, or ends it when it cannot be opened again. */
  async give(session: Session): Promise<void> {
    if (!session.alive || !session.capabilities.includes("reopen")) return session.close();
    session.rest();
    this.#sessions.push(session);
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    await Promise.all(this.#sessions.splice(0).map((session) => session.close()));
  }
}
