import { KitError, messageOf } from "../core/errors.js";
import type { Driver, Launch, Session } from "./driver.js";
import { ConnectorProcess } from "./process/connector-process.js";
import { openSession } from "./process/opening.js";

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
    return openSession(spawned(launch), launch);
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
