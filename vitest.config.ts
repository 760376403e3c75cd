import { defineConfig } from "vitest/config";
import PlainLineReporter from "./test/plain-line-reporter.js";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", new PlainLineReporter()],
  },
});
