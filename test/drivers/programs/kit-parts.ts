export { default as stdio } from "../../../src/drivers/stdio.js";
export { cleanUpOnSignals } from "../../../src/drivers/process/cleanup.js";
