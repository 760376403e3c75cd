import { KitError, messageOf } from "../core/errors.js";
import { capabilities, type Capability } from "../core/protocol.js";
import { suggest } from "../core/suggest.js";
import type { Driver, Launch, Reply, Session } from "./driver.js";
import { ConnectorProcess } from "./process/connector-process.js";

/** Starts the connector as a program and speaks with it in lines of JSON on stdin and stdout. */
const stdio: Driver = {
  id: "stdio",
  summary: "a program that reads one JSON message a line on stdin and answers on stdout",

  async start(launch: Launch): Promise<Session> {
    if (process.platform === "win32") {
      throw new KitError(
        "connector",
        "The stdio driver needs process groups, which Windows lacks. Run the kit in WSL.",
      );
    }
    const session = spawned(launch);
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
  },
};

export default stdio;

/** What cannot even be handed to the system: a NUL in the command or the environment, a file for a folder. */
function spawned(launch: Launch): ConnectorProcess {
  try {
    return new ConnectorProcess(launch);
  } catch (error) {
    const why = messageOf(error);
    throw new KitError(
      "connector",
      `The connector \`${printableCommand(launch.command)}\` could not be started in ${launch.workingDirectory}: ${why}. Check the command, its folder and its environment.`,
      { cause: error },
    );
  }
}

function printableCommand(command: string): string {
  return JSON.stringify(command).slice(1, -1);
}

function capabilitiesIn(reply: Reply, launch: Launch, session: ConnectorProcess): Capability[] {
  if (reply.kind === "no-answer") throw refused(launch, session, notOpened(reply, launch));
  const { answer } = reply;
  if ("error" in answer) throw refused(launch, session, `answered 'open' with an error: ${answer.error}`);
  const named = "capabilities" in answer ? (answer.capabilities ?? []) : [];
  return named.map((name) => {
    const known = capabilities.find((capability) => capability === name);
    if (known !== undefined) return known;
    throw refused(launch, session, `named an unknown capability '${name}'.${suggest(name, capabilities)}`);
  });
}

function placeIn(reply: Reply): { port: number | null; path: string } {
  const said = reply.kind === "answer" && "protocol" in reply.answer ? reply.answer : null;
  return { port: said?.port ?? null, path: said?.path ?? "/" };
}

function notOpened({ why, detail }: Extract<Reply, { kind: "no-answer" }>, launch: Launch): string {
  if (why === "patience") return `gave no answer to 'open' within ${launch.patienceMs} ms`;
  if (why === "protocol") return `did not keep to the protocol: it ${detail}`;
  return `${detail} before it answered 'open'`;
}

function refused(launch: Launch, session: ConnectorProcess, problem: string): KitError {
  return new KitError(
    "connector",
    [
      `The connector \`${launch.command}\` ${problem}`,
      session.lastWords(),
      `Run it by hand in ${launch.workingDirectory}: it has to read one JSON object a line on stdin and to answer 'open' on stdout.`,
    ].join("\n"),
  );
}
