import { defineConfig } from "@playwright/test";
import { adminSession } from "./fixtures/house.ts";

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

/** Set by the global setup, before the workers read this. */
const { SAGASCOPE_E2E_URL, SAGASCOPE_E2E_DATA = "" } = process.env;

/** One house for all specs, brought up by the global setup; `npm test` finds the browser. */
export default defineConfig({
  testDir: "specs",
  outputDir: "test-results",
  globalSetup: "./global-setup.ts",
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000, // a busy machine is slow, not wrong: only what hangs is to fail
  expect: { timeout: 15_000 },
  use: {
    baseURL: SAGASCOPE_E2E_URL,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: CHROMIUM_ARGS,
    },
    trace: { mode: "retain-on-failure", screenshots: false }, // a film of each spec would slow all of them down
  },
  projects: [
    { name: "first start", testMatch: "first-start.spec.ts" },
    {
      name: "journeys",
      testIgnore: "first-start.spec.ts",
      dependencies: ["first start"], // which makes the admin, and keeps the session
      use: { storageState: adminSession(SAGASCOPE_E2E_DATA) },
    },
  ],
});
