import type { TestProject } from "vitest/node";
import type {} from "../../packages/core/src/testing/test-database.ts";
import { dropLeftovers, ensureTemplate } from "./template-database.ts";
import { startThrowawayServer } from "./throwaway-server.ts";

/**
 * Global setup of the integration tests: the server of SAGASCOPE_TEST_DATABASE_URL (a superuser's URL), or else an
 * embedded one of this run's own, with a migrated template for `createTestDatabase` to clone.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.SAGASCOPE_TEST_DATABASE_URL;
  const server = given ? undefined : await startThrowawayServer();
  const adminUrl = given ?? server?.url ?? "";
  try {
    await dropLeftovers(adminUrl);
    project.provide("testServer", { adminUrl, template: await ensureTemplate(adminUrl) });
  } catch (error) {
    await server?.remove();
    throw error;
  }
  return async () => server?.remove();
}
