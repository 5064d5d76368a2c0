export { readGolden } from "./golden.ts";
export type { TestDatabase, TestServer } from "./test-database.ts";
export { createTestDatabase } from "./test-database.ts";
export { eventually, publish, startTestEngine, TEST_SEAL_KEYS } from "./test-engine.ts";
