import { defineConfig } from "@playwright/test";

/** Chromium as root in a small machine, and without calling home. */
const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** One house for all specs, brought up by the global setup; `npm test` finds the browser. */
export default defineConfig({
  testDir: "specs",
  outputDir: "test-results",
  globalSetup: "./global-setup.ts",
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: process.env.SAGASCOPE_E2E_URL, // set by the global setup, before the workers read this
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: CHROMIUM_ARGS,
    },
    trace: "retain-on-failure",
  },
});
