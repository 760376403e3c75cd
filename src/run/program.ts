import type { Contract } from "../contract/model.js";
import type { Driver } from "../drivers/driver.js";
import type { WaiverTerms } from "./waivers.js";

/** A connector or receiver as it is started, and the contract it is held against. */
export interface Program {
  contract: Contract;
  driver: Driver;
  /** What the driver starts. */
  command: string;
  /** Absolute. */
  workingDirectory: string;
  environment: Record<string, string>;
  patienceMs: number;
  seed: number;
}

/** A program that is to be checked, whatever its direction. */
export interface ProgramRequest extends Program {
  /** How it is named in reports. */
  name: string;
  /** Names or globs; empty: all. */
  scenarios: readonly string[];
  jobs: number;
  /** What is tolerated for a while, and the day that counts; default: nothing. */
  tolerated?: Omit<WaiverTerms, "rules">;
}

/** The program alone. */
export function programOf(request: ProgramRequest): Program {
  const { contract, driver, command, workingDirectory, environment, patienceMs, seed } = request;
  return { contract, driver, command, workingDirectory, environment, patienceMs, seed };
}
