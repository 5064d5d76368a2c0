import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

/** Takes the pictures of the documentation: `npm run screenshots`. */
export default defineConfig({
  ...tests,
  testDir: "screenshots",
  timeout: 240_000,
  projects: [{ name: "screenshots" }],
});
