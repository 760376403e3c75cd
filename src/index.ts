/**
 * The public names of threeworlds. Connectors written in JavaScript use `threeworlds/connector`.
 */

// Contracts
export { readContract, loadContract } from "./contract/load.js";
export type { Contract, Operation } from "./contract/model.js";
export { retrySafety } from "./contract/retry-safety.js";

// The mock provider
export { startProvider } from "../mock-provider/start.js";
export type { Provider, ProviderOptions } from "../mock-provider/provider.js";

// What happened, and what it means
export type { History, Entry, Effect } from "./core/history.js";
export type { Report, Result, Verdict, Violation } from "./core/verdict.js";

// Errors that the user can mend
export { KitError } from "./core/errors.js";
