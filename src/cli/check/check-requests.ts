import { expectedGot, KitError } from "../../core/errors.js";
import type { CheckRequest } from "../../run/check.js";
import { readWholeConfig } from "../../run/config.js";
import type { ReceiverCheckRequest } from "../../run/receive/check-receiver.js";
import { requestByCommand, requestByConfig } from "./program-options.js";
import { connectorRequests, requestsFor, type RequestOptions } from "./requests.js";

/** The options that say which connectors and receivers are played. */
export interface CheckRequestOptions extends RequestOptions {
  receiver?: string;
}

/**
 * Everything that `check` was asked to play: connectors and receivers of the configuration, or one contract beside `--connector`
 * or `--receiver`. Throws KitError for what does not fit together.
 */
export async function checkRequestsFor(
  names: readonly string[],
  options: CheckRequestOptions,
): Promise<(CheckRequest | ReceiverCheckRequest)[]> {
  if (options.connector !== undefined && options.receiver !== undefined) {
    throw new KitError(
      "usage",
      `${expectedGot("one of --connector and --receiver", "both")}. A check has one direction.`,
    );
  }
  if (options.connector !== undefined) return requestsFor("check", names, options);
  if (options.receiver !== undefined) {
    const program = { option: "--receiver", value: options.receiver, options } as const;
    return [{ direction: "receives", ...(await requestByCommand("check", names, program)) }];
  }
  const { connectors, receivers } = await readWholeConfig(options.config, names);
  const sending = await connectorRequests(connectors, options);
  const receiving = receivers.map(async (one): Promise<ReceiverCheckRequest> => ({
    direction: "receives",
    ...(await requestByConfig(one, options)),
  }));
  return [...sending, ...(await Promise.all(receiving))];
}
