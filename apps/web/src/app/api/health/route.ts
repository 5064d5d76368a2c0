import { database } from "@/server/database/database.ts";
import { checkHealth } from "@/server/health/check-health.ts";
import { findSchemaDifferences } from "@/server/health/schema-differences.ts";

export const dynamic = "force-dynamic";

/** 200 once console, database, its schema and a worker are there; 503 with the missing part otherwise. */
export async function GET(): Promise<Response> {
  const { prisma } = database();
  const health = await checkHealth({ prisma, findDifferences: findSchemaDifferences });
  return Response.json(health, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
