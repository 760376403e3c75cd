// A connector made with `serveConnector`; the payload says what its handlers do.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const source = fileURLToPath(new URL("../../../src/connector.ts", import.meta.url));
const { serveConnector } = (await runnerImport(source)).module;

let worlds = 0;
let running = 0;
serveConnector(async (world) => {
  worlds += 1;
  if (world.stateDir === "/broken") throw new Error("no database");
  const capabilities = process.env.CAPABILITIES?.split(",").filter(Boolean);
  const perform = async ({ businessKey, operation, payload, parameters, now }) => {
    if (payload.throws) throw new Error(payload.throws);
    if (payload.returns !== undefined) return payload.returns;
    running += 1;
    const atOnce = running;
    await new Promise((resolve) => setTimeout(resolve, payload.takesMs ?? 0));
    running -= 1;
    console.log("performed", businessKey);
    return { outcome: "unknown", reason: JSON.stringify({ operation, parameters, now, worlds, atOnce }) };
  };
  if (process.env.ONLY_PERFORM) return { perform };
  return {
    perform,
    reconcile: async ({ now }) => ({ "order-42": { outcome: "failed", reason: now } }),
    inspect: ({ businessKey }) => ({ outcome: businessKey === "order-42" ? "pending" : "absent" }),
    ...(capabilities === undefined ? {} : { capabilities }),
  };
});
