import type { World } from "../../core/protocol.js";

/** The environment of a connector's process: what the kit has, what the user configured, and the world it works in. */
export function connectorEnvironment(
  inherited: Record<string, string | undefined>,
  configured: Record<string, string>,
  world: World,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...inherited, ...configured })) {
    if (value !== undefined) environment[name] = value;
  }
  const noProxy = ["127.0.0.1", "localhost", environment.NO_PROXY, environment.no_proxy];
  const unproxied = [...new Set(noProxy.filter(Boolean))].join(",");
  return {
    ...environment,
    THREEWORLDS_BASE_URL: world.baseUrl,
    THREEWORLDS_STATE_DIR: world.stateDir,
    THREEWORLDS_CREDENTIALS: JSON.stringify(world.credentials),
    THREEWORLDS_TIMING: JSON.stringify(world.timing),
    ...receiverEnvironment(world),
    NO_PROXY: unproxied,
    no_proxy: unproxied,
  };
}

/** Port 0: the receiver binds a free one and says in its answer which. */
function receiverEnvironment({ webhookSecrets }: World): Record<string, string> {
  if (webhookSecrets === undefined) return {};
  return { THREEWORLDS_PORT: "0", THREEWORLDS_WEBHOOK_SECRETS: JSON.stringify(webhookSecrets) };
}
