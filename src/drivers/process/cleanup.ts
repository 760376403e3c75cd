import { killAllGroups } from "./process-groups.js";

/** Exit codes by the signal that asked for the end: 128 and its number. */
const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;

/**
 * For the CLI: on Ctrl-C, SIGQUIT, SIGTERM and SIGHUP every connector is killed before the kit exits with 130, 131, 143 or 129. A kit that ends in
 * any other way needs no call: `exit` is listened to as long as connectors run, and the watchdog sees the rest.
 */
export function cleanUpOnSignals(): void {
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.once(signal, () => {
      killAllGroups();
      process.exit(code);
    });
  }
}
