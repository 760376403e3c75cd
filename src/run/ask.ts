import type { Contract, Operation } from "../contract/model.js";
import type { Json, JsonObject } from "../core/json.js";
import { getAt, setAt } from "../core/pointer.js";
import { fillTemplate } from "../core/template.js";
import { vary } from "../core/vary.js";

/** What a perform asks for: the body, and the path, query and header values. */
export interface Ask {
  payload: Json;
  parameters: Record<string, string>;
}

/** The user's own payload instead of the contract's example, by operation. */
export type Payloads = Record<string, Json>;

/**
 * The payload and parameters for one business key. `varied` changes the field that the contract's `varies` names, or the
 * field or parameter that is named, and nothing else.
 */
export function askFor(
  contract: Contract,
  operation: Operation,
  options: {
    businessKey: string;
    varied: boolean;
    field?: string | undefined;
    parameter?: string | undefined;
    account: string;
    payloads?: Payloads;
  },
): Ask {
  const { example, varies } = operation.request;
  const names = new Map([
    ["businessKey", options.businessKey],
    ["account", options.account],
  ]);
  const resolve = (name: string): Json | undefined => names.get(name);
  const { payloads = {} } = options;
  // An operation may be called `constructor`.
  const template = Object.hasOwn(payloads, operation.name)
    ? (payloads[operation.name] ?? null)
    : example.body;
  const body = fillTemplate(template, resolve) ?? null;
  const parameters: Record<string, string> = {};
  for (const values of [example.path, example.query, example.headers]) {
    for (const [name, value] of Object.entries(values)) {
      const filled = fillTemplate(value, resolve);
      if (typeof filled === "string") parameters[name] = filled;
    }
  }
  const { account } = contract.credentials;
  if (account.in !== "credential") parameters[account.name] = options.account;
  if (!options.varied) return { payload: body, parameters };
  const { parameter, field = varies } = options;
  if (parameter !== undefined) {
    const other = vary(parameters[parameter]);
    return {
      payload: body,
      parameters: { ...parameters, [parameter]: typeof other === "string" ? other : JSON.stringify(other) },
    };
  }
  if (field === null) return { payload: body, parameters };
  return { payload: setAt(body, field, vary(getAt(body, field))), parameters };
}

/** The effect content a request with this ask leaves behind, for planting one that looks similar. */
export function contentOf(ask: Ask): JsonObject {
  const { payload } = ask;
  return typeof payload === "object" && payload !== null && !Array.isArray(payload) ? payload : {};
}

/** The account that issued credentials belong to. */
export function accountOf(credentials: JsonObject): string {
  const { account } = credentials;
  return typeof account === "string" ? account : "";
}
