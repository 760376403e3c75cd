import type { Contract } from "../../contract/model.js";
import { writtenContract } from "../../contract/written.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { Evidence } from "./evidence.js";

/** What a provider's page is made from. */
export interface Subject {
  contract: Contract;
  evidence: Evidence;
  /** As written, without what is undocumented; null when the contract declares none. */
  webhooks: JsonObject | null;
  credentials: JsonObject | null;
}

/** Reads a contract for its page. */
export function subjectOf(contract: Contract): Subject {
  const { webhooks, credentials } = writtenContract(contract).promised;
  return {
    contract,
    evidence: new Evidence(contract),
    webhooks: isObject(webhooks) ? webhooks : null,
    credentials: isObject(credentials) ? credentials : null,
  };
}
