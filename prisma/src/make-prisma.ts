import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { PrismaClient } from "../generated/client.ts";

/**
 * A Prisma Client over node-postgres, reading the Postgres schema `sagascope`.
 *
 * @param database - a pool, which stays the caller's to end, or a connection string for a pool of the client's own,
 *   which `$disconnect` ends
 */
export function makePrisma(database: Pool | string): PrismaClient {
  const connection = typeof database === "string" ? { connectionString: database } : database;
  return new PrismaClient({ adapter: new PrismaPg(connection, { schema: "sagascope" }) });
}
