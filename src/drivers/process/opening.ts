import { KitError } from "../../core/errors.js";
import { capabilities, receiverCapabilities, type Capability } from "../../core/protocol.js";
import { suggest } from "../../core/suggest.js";
import type { Launch, Reply, Session } from "../driver.js";

/** A session that can tell what its program wrote last. */
export interface OpeningSession extends Session {
  lastWords(): string;
}

/**
 * Sends `open` to a session that was just started and takes down what it says it can do. Rejects with KitError("connector"),
 * and ends it, when it does not answer as it has to.
 */
export async function openSession<S extends OpeningSession>(session: S, launch: Launch): Promise<S> {
  const { reply } = session.ask({ command: "open", protocol: 1, world: launch.world });
  try {
    const said = await reply;
    session.capabilities = capabilitiesIn(said, launch, session);
    session.place = placeIn(said);
  } catch (error) {
    await session.kill("it did not open");
    throw error;
  }
  return session;
}

function capabilitiesIn(reply: Reply, launch: Launch, session: OpeningSession): Capability[] {
  if (reply.kind === "no-answer") throw refused(launch, session, notOpened(reply, launch));
  const { answer } = reply;
  if ("error" in answer) throw refused(launch, session, `answered 'open' with an error: ${answer.error}`);
  const named = "capabilities" in answer ? (answer.capabilities ?? []) : [];
  return named.map((name) => {
    const known = all.find((capability) => capability === name);
    if (known !== undefined) return known;
    throw refused(launch, session, `named an unknown capability '${name}'.${suggest(name, all)}`);
  });
}

/** Where a receiver says that it listens, in its answer to `open`. */
export function placeIn(reply: Reply): { port: number | null; path: string } {
  const said = reply.kind === "answer" && "protocol" in reply.answer ? reply.answer : null;
  return { port: said?.port ?? null, path: said?.path ?? "/" };
}

/** Each once: a connector and a receiver may both have a clock. */
const all: readonly Capability[] = [...new Set([...capabilities, ...receiverCapabilities])];

function notOpened({ why, detail }: Extract<Reply, { kind: "no-answer" }>, launch: Launch): string {
  if (why === "patience") return `gave no answer to 'open' within ${launch.patienceMs} ms`;
  if (why === "protocol") return `did not keep to the protocol: it ${detail}`;
  return `${detail} before it answered 'open'`;
}

function refused(launch: Launch, session: OpeningSession, problem: string): KitError {
  return new KitError(
    "connector",
    [
      `The connector \`${launch.command}\` ${problem}`,
      session.lastWords(),
      `Run it by hand in ${launch.workingDirectory}: it has to read one JSON object a line on stdin and to answer 'open' on stdout.`,
    ].join("\n"),
  );
}
