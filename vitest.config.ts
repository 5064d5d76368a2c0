import path from "node:path";
import { defineConfig } from "vitest/config";

const web = path.resolve("apps/web/src");

/** Three projects: `unit` needs nothing, `int` needs a Postgres server, `web` needs a DOM. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: [
            "packages/**/*.test.ts",
            "prisma/**/*.test.ts",
            "apps/worker/**/*.test.ts",
            "examples/**/*.test.ts",
            "scripts/**/*.test.mjs",
            "bench/**/*.test.ts",
          ],
          exclude: ["**/*.int.test.ts", "**/node_modules/**"],
          // A busy machine is slow, not wrong: only what hangs is to fail.
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias: { "@": web } },
        test: {
          name: "int",
          environment: "node",
          include: ["**/*.int.test.ts"],
          exclude: ["**/node_modules/**", "e2e/**"],
          globalSetup: ["scripts/vitest/postgres-setup.ts"],
          testTimeout: 180_000, // races over a server that others use, too
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        resolve: { alias: { "@": web } },
        test: {
          name: "web",
          environment: "jsdom",
          include: ["apps/web/src/**/*.test.ts", "apps/web/src/**/*.test.tsx"],
          exclude: ["**/*.int.test.ts", "**/node_modules/**"],
          setupFiles: ["apps/web/src/ui/testing/dom-setup.ts"],
          testTimeout: 60_000, // as above
        },
      },
    ],
  },
});
