import { resolve } from "node:path";
import { expectedGot, KitError } from "../core/errors.js";
import type { Driver, Launch, Session } from "./driver.js";
import { openSession } from "./process/opening.js";
import { ConnectorThread } from "./worker/connector-thread.js";
import { programIn } from "./worker/program.js";

/**
 * Runs a Node connector in a thread of the kit's own process. Faster to start than a process, and less true: a kill ends the
 * thread, not a process group, and what the system would take back from a dead process stays with the kit.
 */
const worker: Driver = {
  id: "worker",
  summary: "a Node program in a thread of the kit: faster, for exploring; the proof stays with stdio",

  async start(launch: Launch): Promise<Session> {
    const program = programIn(launch.command);
    if (program === null) {
      throw new KitError(
        "connector",
        `--driver worker: ${expectedGot("a command of the form `node FILE ARGUMENTS`", `\`${launch.command}\``)}. Use the stdio driver for any other.`,
      );
    }
    if (resolve(launch.workingDirectory) !== process.cwd()) {
      throw new KitError(
        "connector",
        `--driver worker: ${expectedGot(`a connector that runs in ${process.cwd()}`, launch.workingDirectory)}. A thread has no folder of its own: start threeworlds there, or use the stdio driver.`,
      );
    }
    return openSession(new ConnectorThread(launch, program), launch);
  },
};

export default worker;
