import { database } from "@/server/database/database.ts";
import { checkHealth } from "@/server/health/check-health.ts";

export const dynamic = "force-dynamic";

/** 200 once console, database and a worker are up; 503 with the missing part otherwise. */
export async function GET(): Promise<Response> {
  const health = await checkHealth(database().prisma);
  return Response.json(health, {
    status: health.status === "ok" ? 200 : 503,
    headers: { "cache-control": "no-store" },
  });
}
