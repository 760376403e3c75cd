// A receiver that does what its environment says, to try serveReceiver with.
import { createServer } from "node:http";
import { serveReceiver } from "threeworlds/receiver";

const count = Number(process.env.EFFECTS ?? 0);

serveReceiver((world, testPoint) => ({
  server: createServer(async (request, response) => {
    try {
      await testPoint("beforeCommit", response);
      await testPoint("afterCommit", response);
      const { THREEWORLDS_PORT: port, THREEWORLDS_WEBHOOK_SECRETS: secrets } = process.env;
      response.end(`${JSON.stringify(world.webhookSecrets)} ${port} ${secrets}`);
    } catch {
      response.writeHead(503).end();
    }
  }),
  path: "/hooks",
  applied: () => ({
    applied: Array.from({ length: count }, (_, index) => ({ event: `evt-${index}` })),
    accepted: ["evt-x"],
    state: { count },
  }),
  setClock(now) {
    if (now.getTime() === 0) throw new Error("no clock goes back that far");
    console.log(`clock ${now.toISOString()}`);
  },
  capabilities: ["faults"],
}));
