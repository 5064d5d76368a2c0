import { createTestDatabase } from "@sagascope/core/testing";
import { makePrisma, type PrismaClient } from "@sagascope/database";
import type pg from "pg";

/** A migrated database of one test file's own, with the console's two doors to it. */
export interface WebTestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  drop(): Promise<void>;
}

/** Clone one from the template; `drop` it in `afterAll`. */
export async function openTestDatabase(): Promise<WebTestDatabase> {
  const { url, pool, drop } = await createTestDatabase();
  return { url, pool, prisma: makePrisma(pool), drop };
}
