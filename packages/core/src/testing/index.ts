export type { TestDatabase, TestServer } from "./test-database.ts";
export { createTestDatabase } from "./test-database.ts";
