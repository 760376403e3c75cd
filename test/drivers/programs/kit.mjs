// Stands for the kit: starts connectors with the real driver, prints their groups, and ends as it is told.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const [ending, connectors = "1"] = process.argv.slice(2);
const parts = fileURLToPath(new URL("kit-parts.ts", import.meta.url));
const { stdio, cleanUpOnSignals } = (await runnerImport(parts)).module;
if (ending === "signals") cleanUpOnSignals();

const timing = { timeoutMs: 1, retryDelayMs: 1, lookupLagMs: 1, settlesWithinMs: 1, pollMs: 1, budgetMs: 1 };
const groups = [];
for (let number = 1; number <= Number(connectors); number += 1) {
  const session = await stdio.start({
    command: "python3 says.py",
    workingDirectory: fileURLToPath(new URL(".", import.meta.url)),
    environment: { SAYS_STAYS: "1" },
    world: { baseUrl: "http://127.0.0.1:1", stateDir: "/", credentials: {}, timing, now: "" },
    process: number,
    patienceMs: 60_000,
    record: (entry) => {
      if (entry.kind === "process-started") groups.push(entry.pid);
      if (entry.kind === "logged" && groups.length === Number(connectors)) {
        // The last connector's grandchild is there.
        console.log(JSON.stringify(groups));
        if (ending === "throws") throw new Error("a bug of the kit");
        if (ending === "exits") process.exit(7);
      }
    },
  });
  // A grandchild that neither SIGTERM nor a closed stdin ends.
  session.ask({
    command: "perform",
    operation: "createTicket",
    businessKey: "order-42",
    payload: { child: "trap '' TERM INT HUP; while :; do sleep 600; done", hang: true },
    parameters: {},
    now: "",
  });
}
