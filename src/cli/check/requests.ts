import type { CheckRequest } from "../../run/check.js";
import { refuseBadPayloads } from "../../run/config-payloads.js";
import { readConfig, type ConnectorConfig } from "../../run/config.js";
import { requestByCommand, requestByConfig, type ProgramOptions } from "./program-options.js";

/** The options that say which connector is played on which contract, and how. */
export interface RequestOptions extends ProgramOptions {
  connector?: string;
  operation?: string[];
  performs?: string[];
}

/**
 * What `threeworlds <command>` was asked to play: connectors of the configuration, or one contract beside `--connector`.
 * Throws KitError for what does not fit together.
 */
export async function requestsFor(
  command: string,
  names: readonly string[],
  options: RequestOptions,
): Promise<CheckRequest[]> {
  if (options.connector === undefined) {
    return connectorRequests(await readConfig(options.config, names), options);
  }
  const program = { option: "--connector", value: options.connector, options } as const;
  return [
    {
      ...(await requestByCommand(command, names, program)),
      operations: options.performs ?? [],
      only: options.operation ?? [],
      payloads: {},
      timing: {},
    },
  ];
}

/** Connectors as they are configured, where the command line says nothing else. */
export function connectorRequests(
  configured: readonly ConnectorConfig[],
  options: RequestOptions,
): Promise<CheckRequest[]> {
  return Promise.all(
    configured.map(async (one): Promise<CheckRequest> => {
      const request = await requestByConfig(one, options);
      refuseBadPayloads(one, request.contract);
      return {
        ...request,
        operations: options.performs ?? one.operations,
        only: options.operation ?? [],
        payloads: one.payloads,
        timing: one.timing,
      };
    }),
  );
}
